import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { device } from '#contract/device/device.ts'
import { payment } from '#contract/payment/payment.ts'
import { approval } from '#test/support/approve.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'
import { uuidv7 } from '../../db/uuid.ts'

// Rights are changed straight in the tables here, so no notification empties the memory of sessions.
const world = await openWorld()
after(() => world.close())
const { own, app, services } = world
const { q } = services
services.sessions.trustCache(true)
await addTrainingBank(own)
const payee = await addPayee(own)

async function saved(): Promise<string> {
  const row = await rowFor(own, payee, 10_000)
  await own.operator.api.send(payment.save, { body: { payments: [row] } })
  return row.id
}

const newcomer = (name: string) =>
  addPerson(app, services, own.id, name, 'USER', ['OPERATOR', 'MANAGER'])

/** The person's session is in memory; a reading call still goes by it after the change. */
async function remembered(person: Person, change: () => Promise<unknown>) {
  await person.api.send(payment.getAll, { query: {} })
  await change()
  await person.api.send(payment.getAll, { query: {} })
}

/** Asks, gets the PIN of `by`, lets `between` happen, and asks again with the token. */
async function registerAfter(asker: Person, by: Person, between: () => Promise<unknown>) {
  const body = { ids: [await saved()] }
  const asked = await asker.api.refused(payment.register, { body })
  const token = await approval(asker, asked, by)
  await remembered(asker, between)
  const refused = await asker.api.refused(payment.register, { body }, token)
  const { status } = await q
    .selectFrom('payment')
    .where('id', '=', body.ids[0]!)
    .select('status')
    .executeTakeFirstOrThrow()
  assert.equal(status, 'saved')
  return refused
}

async function deny(person: Person, action: string) {
  const { id } = await q
    .selectFrom('action')
    .where('code', '=', action)
    .select('id')
    .executeTakeFirstOrThrow()
  await q
    .insertInto('action_access')
    .values({
      id: uuidv7(),
      action_id: id,
      // A row of the company would replace the global ones that admit every other user.
      company_id: null,
      subject: 'user',
      subject_code: person.id,
      allow: false,
      confirm: 'none',
    })
    .execute()
}

test('a payment is refused when the right was taken away after the session was cached', async () => {
  const asker = await newcomer('asker-1')
  const refused = await registerAfter(asker, own.manager, () => deny(asker, 'payment.register'))
  assert.deepEqual([refused.status, refused.code], [403, 'access.denied'])
})

test('a visit is refused when the person or the company was blocked after the session was cached', async () => {
  const asker = await newcomer('asker-2')
  const blocked = await registerAfter(asker, own.manager, () =>
    q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', asker.id).execute(),
  )
  assert.deepEqual([blocked.status, blocked.code], [401, 'auth.required'])
  const other = await newcomer('asker-3')
  const set = (status: string) =>
    q.updateTable('company').set({ status }).where('id', '=', own.id).execute()
  const suspended = await registerAfter(other, own.manager, () => set('suspended'))
  await set('active')
  assert.deepEqual([suspended.status, suspended.code], [409, 'company.suspended'])
})

test('a PIN is refused when its owner lost the right or was blocked', async () => {
  const asker = await newcomer('asker-4')
  const losesRight = await newcomer('approver-1')
  const gone = await newcomer('approver-2')
  const lost = await registerAfter(own.operator, losesRight, () =>
    deny(losesRight, 'approval.payment'),
  )
  assert.deepEqual([lost.status, lost.code], [403, 'approval.required'])
  const blocked = await registerAfter(asker, gone, () =>
    q.updateTable('app_user').set({ status: 'blocked' }).where('id', '=', gone.id).execute(),
  )
  assert.deepEqual([blocked.status, blocked.code], [403, 'approval.required'])
})

test('a former super administrator can neither give out an agent’s code nor revoke an agent', async () => {
  const former = await addPerson(app, services, null, 'super-1', 'SUPERVISOR', [])
  const site = await q
    .selectFrom('site')
    .where('company_id', '=', own.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const code = { body: { companyId: own.id, site_id: site.id } }
  await former.api.send(device.superCreateAgentCode, code)
  await q
    .updateTable('app_user')
    .set({ role: 'USER', company_id: own.id })
    .where('id', '=', former.id)
    .execute()
  const refused = await former.api.refused(device.superCreateAgentCode, code)
  const revoke = { body: { companyId: own.id, agent_id: uuidv7() } }
  const kept = await former.api.refused(device.superRevokeAgent, revoke)
  assert.deepEqual([refused.code, kept.code], ['access.denied', 'access.denied'])
})
