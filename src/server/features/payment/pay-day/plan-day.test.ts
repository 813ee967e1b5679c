import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, register } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const configId = await addTrainingBank(own)
await addTrainingBank(other)
const { operator, manager } = own
const { q } = own.db

const planOf = (ids: readonly string[]) =>
  operator.api.send(payDay.planDay, { query: { filter: { act_ids: [...ids] } } })

/** As the screen makes a body of it. */
const rowOf = (planned: PlannedPayment) => ({
  id: randomUUID(),
  supplier_id: planned.supplier_id,
  payment_method_id: planned.payment_method_id!,
  acts: planned.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
  amount_kop: planned.amount_kop,
})

async function payeeWith(kops: readonly number[]) {
  const payee = await addPayee(own)
  const acts: string[] = []
  for (const kop of kops) acts.push(await addIssuedAct(own, payee.supplierId, kop))
  return { ...payee, acts }
}

test('due acts become payments by supplier, which save and hand over as they were planned', async () => {
  const many = await payeeWith(Array.from({ length: 23 }, (_, i) => 1000 + i))
  const one = await payeeWith([500_000])
  const plan = await planOf([...many.acts, ...one.acts])
  assert.deepEqual(
    plan.payments.map(({ problem }) => problem),
    [null, null, null],
  )
  const parts = plan.payments.filter(({ supplier_id: id }) => id === many.supplierId)
  assert.deepEqual(parts.map(({ acts }) => acts.length).toSorted(), [20, 3])
  const sum = 23 * 1000 + (22 * 23) / 2 + 500_000
  assert.deepEqual(
    plan.accounts.map(({ bank_config_id: id, count, amount_kop }) => [id, count, amount_kop]),
    [[configId, 3, sum]],
  )
  const body = { payments: plan.payments.map(rowOf) }
  const saved = await operator.api.send(payment.save, { body })
  const outcomes = await register(
    operator,
    manager,
    saved.map(({ id }) => id),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['registering', 'registering', 'registering'],
  )
  const left = await planOf([...many.acts, ...one.acts])
  assert.deepEqual([left.payments, left.accounts, left.more], [[], [], false])
})

test('what is wrong is told beside each, and the others can be paid', async () => {
  const bare = await addSupplier(own)
  const withoutMethod = await addIssuedAct(own, bare.id, 1000)
  const blocked = await payeeWith([1000])
  await q
    .updateTable('supplier')
    .set({ status: 'blocked' })
    .where('id', '=', blocked.supplierId)
    .execute()
  const large = await payeeWith([50_000_001])
  const small = await payeeWith([50])
  const fine = await payeeWith([1000])
  const acts = [withoutMethod, ...blocked.acts, ...large.acts, ...small.acts, ...fine.acts]
  const { payments } = await planOf(acts)
  const problemOf = (id: string) => payments.find((row) => row.supplier_id === id)!.problem
  assert.match(problemOf(bare.id)!, /Нет действующего способа/)
  assert.match(problemOf(blocked.supplierId)!, /он не действует/)
  assert.match(problemOf(large.supplierId)!, /Предел одной выплаты: 500 000,00 ₽/)
  assert.match(problemOf(small.supplierId)!, /Наименьшая сумма/)
  assert.equal(problemOf(fine.supplierId), null)
  // A save says the same of each.
  for (const row of payments.filter(({ problem, payment_method_id: id }) => problem && id)) {
    const body = { payments: [rowOf(row)] }
    await operator.api.refused(payment.save, { body })
  }
  const [ok] = payments.filter(({ problem }) => problem === null)
  await operator.api.send(payment.save, { body: { payments: [rowOf(ok!)] } })
})

test('the plan counts what it would use itself: limits of the day hold over all of it', async () => {
  const [first, second] = [await payeeWith([30_000_00]), await payeeWith([30_000_00])]
  const used = await q
    .selectFrom('payment_limit')
    .where('scope', '=', 'config_day')
    .where('scope_key', '=', configId)
    .select('used_kop')
    .executeTakeFirst()
  const per_day_kop = (used?.used_kop ?? 0) + 50_000_00
  await q.updateTable('bank_config').set({ per_day_kop }).where('id', '=', configId).execute()
  const { payments, accounts } = await planOf([...first.acts, ...second.acts])
  await q
    .updateTable('bank_config')
    .set({ per_day_kop: 300_000_000 })
    .where('id', '=', configId)
    .execute()
  assert.equal(payments.filter(({ problem }) => problem === null).length, 1)
  assert.match(
    payments.find(({ problem }) => problem)!.problem!,
    /Дневной предел по банку: осталось 20 000,00 ₽/,
  )
  assert.deepEqual(
    accounts.map(({ count, left_kop }) => [count, left_kop]),
    [[1, 50_000_00]],
  )
})

test('an act whose signed sheet is due stands apart, and what a PIN’s giver should see is told', async () => {
  const payee = await payeeWith([1000, 2000])
  await q.updateTable('act').set({ status: 'signed' }).where('id', '=', payee.acts[0]!).execute()
  await q
    .updateTable('supplier')
    .set({ doc_expires_on: '2020-01-01' })
    .where('id', '=', payee.supplierId)
    .execute()
  await q
    .updateTable('payment_method')
    .set({ shared: true, requisites_changed_at: new Date().toISOString() })
    .where('id', '=', payee.methodId)
    .execute()
  const settings = { rules: { pay_requires: 'signed' } }
  const { settings: before } = await q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  await q
    .updateTable('company')
    .set({ settings: JSON.stringify({ ...(before as object), ...settings }) })
    .where('id', '=', own.id)
    .execute()
  const { payments } = await planOf(payee.acts)
  await q
    .updateTable('company')
    .set({ settings: JSON.stringify(before) })
    .where('id', '=', own.id)
    .execute()
  assert.deepEqual(
    payments.map(({ amount_kop, problem }) => [amount_kop, problem !== null]),
    [
      [1000, false],
      [2000, true],
    ],
  )
  assert.match(payments[1]!.problem!, /Нет подписанного акта/)
  for (const words of [/реквизиты недавно менялись/, /общие с другим/, /документ .* просрочен/])
    assert.match(payments[0]!.second_person.join('; '), words)
})

test('acts of another company do not exist for a plan, and its days are those of the acts', async () => {
  const { acts } = await payeeWith([1000])
  const query = { filter: { act_ids: acts } }
  assert.deepEqual((await other.operator.api.send(payDay.planDay, { query })).payments, [])
  const later = { filter: { date_from: '2199-01-01', date_to: '2199-01-02' } }
  assert.deepEqual((await operator.api.send(payDay.planDay, { query: later })).payments, [])
  const all = await operator.api.send(payDay.planDay, { query: {} })
  assert.ok(all.payments.some((row) => row.acts.some(({ act_id: id }) => id === acts[0])))
})
