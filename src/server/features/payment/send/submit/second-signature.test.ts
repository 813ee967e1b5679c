import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CompanyRole } from '#contract/core/roles.ts'
import { payment } from '#contract/payment/payment.ts'
import { addPayee, rowFor } from '#test/builders/payouts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, type Person } from '#test/support/world.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world } = payouts
const { operator, manager } = own

const add = (login: string, ...roles: CompanyRole[]) =>
  addPerson(world.app, world.services, own.id, login, 'USER', roles)
const second = await add('second-operator', 'OPERATOR')
const cashier = await add('cashier', 'OPERATOR', 'CASHIER')
const weigher = await add('weigher', 'OPERATOR', 'WEIGHER')
const owner = await add('owner', 'OWNER')

async function saveBy({ api }: Person): Promise<string> {
  const row = await rowFor(own, await addPayee(own), 45_000_00)
  const [saved] = await api.send(payment.save, { body: { payments: [row] } })
  assert.equal(saved!.four_eyes, true)
  return saved!.id
}
const handOver = (id: string) => ({ body: { ids: [id] } })

test('a weigher neither hands over what an operator prepared nor is its second signature', async () => {
  const id = await saveBy(operator)
  assert.equal((await weigher.api.refused(payment.register, handOver(id))).code, 'access.denied')
  const asked = await operator.api.refused(payment.register, handOver(id))
  await assert.rejects(approval(operator, asked, weigher), /access\.denied/)
})

test('a colleague who may send payments is asked for the PIN of whoever may confirm money', async () => {
  for (const colleague of [second, cashier]) {
    const id = await saveBy(operator)
    const asked = await colleague.api.refused(payment.register, handOver(id))
    assert.equal(asked.approval!.who, 'other')
    assert.match(asked.message, /Управляющий/)
    // Nor by a PIN typed all the same: of the own, of the author, of a third without the right.
    const own = await approval(colleague, asked)
    const typed = await colleague.api.refused(payment.register, handOver(id), own)
    assert.equal(typed.code, 'approval.required')
    await assert.rejects(approval(colleague, asked, operator), /access\.denied/)
    const pin = await approval(colleague, asked, manager)
    const [gone] = await colleague.api.send(payment.register, handOver(id), pin)
    assert.equal(gone!.status, 'registering')
  }
})

test('manager and owner sign what others prepared, a manager with the own PIN at the own screen', async () => {
  const [first, other] = [await saveBy(operator), await saveBy(cashier)]
  const asked = await manager.api.refused(payment.register, handOver(first))
  assert.equal(asked.approval!.who, 'self')
  const pin = await approval(manager, asked)
  const [gone] = await manager.api.send(payment.register, handOver(first), pin)
  assert.equal(gone!.status, 'registering')
  const byOwner = await approval(
    cashier,
    await cashier.api.refused(payment.register, handOver(other)),
    owner,
  )
  const [sent] = await cashier.api.send(payment.register, handOver(other), byOwner)
  assert.equal(sent!.status, 'registering')
})

test('a PIN of a manager who lost the right to confirm before it was used signs nothing', async () => {
  const id = await saveBy(operator)
  const boss = await add('boss', 'OPERATOR', 'MANAGER')
  const asked = await boss.api.refused(payment.register, handOver(id))
  const pin = await approval(boss, asked)
  const { q } = world.services
  await q
    .updateTable('app_user')
    .set({ roles: ['OPERATOR'] })
    .where('id', '=', boss.id)
    .execute()
  const late = await boss.api.refused(payment.register, handOver(id), pin)
  assert.deepEqual([late.code, late.approval!.who], ['approval.required', 'other'])
})

test('who may be the second is told before anything is pressed', async () => {
  const told = async ({ api }: Person) => (await api.send(payment.getApprovers, {})).is_second
  assert.deepEqual(
    [await told(second), await told(cashier), await told(manager)],
    [false, false, true],
  )
})
