import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, rowFor } from '#test/builders/payouts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { api } = own.operator
await addTrainingBank(own)

const planOf = (filter: { act_ids?: string[]; date_from?: string }) =>
  api.send(payDay.planDay, { query: { filter } })

test('the plan says what the company, the account and the payee have left, as the preview of a save does', async () => {
  const payee = await addPayee(own)
  const saved = await rowFor(own, payee, 40_000_00)
  await api.send(payment.save, { body: { payments: [saved] } })
  const acts: string[] = []
  // One payment holds twenty acts: the rest of them is a second payment to the same payee.
  for (let i = 0; i < 21; i++) acts.push(await addIssuedAct(own, payee.supplierId, 1000 + i))
  const { payments, accounts, company_left } = await planOf({ act_ids: acts })
  const [first, second] = payments
  const row = {
    supplier_id: payee.supplierId,
    payment_method_id: payee.methodId,
    acts: first!.acts.map(({ act_id, amount_kop }) => ({ act_id, amount_kop })),
    amount_kop: first!.amount_kop,
  }
  const [preview] = await api.send(payment.save, { body: { payments: [row], dry_run: true } })
  const [, company, day, month, payeeDay, payeeMonth] = preview!.preview!.limits
  assert.deepEqual(company_left, { kop: company!.left_kop, count: company!.left_count })
  assert.deepEqual(
    accounts.map(({ left_kop, month_left_kop }) => [left_kop, month_left_kop]),
    [[day!.left_kop, month!.left_kop]],
  )
  const left = { month_kop: payeeMonth!.left_kop!, day_count: payeeDay!.left_count! }
  assert.deepEqual(left, { month_kop: 1_460_000_00, day_count: 19 })
  assert.deepEqual(first!.payee_left, left)
  const { month_kop, day_count } = left
  assert.deepEqual(second!.payee_left, {
    month_kop: month_kop - first!.amount_kop,
    day_count: day_count - 1,
  })
})

test('a plan without payments still says what the company has left; a payee without a method has no limits', async () => {
  const empty = await planOf({ date_from: '2099-01-01' })
  assert.deepEqual(empty.payments, [])
  assert.deepEqual(empty.company_left, { kop: 300_000_000 - 40_000_00, count: 499 })
  const { supplierId, methodId } = await addPayee(own)
  await own.db.q
    .updateTable('payment_method')
    .set({ status: 'disabled' })
    .where('id', '=', methodId)
    .execute()
  const plan = await planOf({ act_ids: [await addIssuedAct(own, supplierId, 1000)] })
  assert.equal(plan.payments[0]!.payee_left, null)
})

test('limits that refuse a payment still say what they leave, to the company of the payee alone', async () => {
  const payee = await addPayee(own)
  const fits = await rowFor(own, payee, 1000)
  const body = { payments: [fits], dry_run: true }
  const [preview] = await api.send(payment.save, { body })
  const query = { supplier_id: payee.supplierId, payment_method_id: payee.methodId }
  const left = await api.send(payment.getLimits, { query })
  assert.deepEqual(left, preview!.preview!.limits)
  const stranger = await world.other.operator.api.refused(payment.getLimits, { query })
  assert.equal(stranger.code, 'common.not-found')
  await addTrainingBank(world.other)
  const bare = await addPayee(world.other)
  const theirs = { supplier_id: bare.supplierId, payment_method_id: payee.methodId }
  const mixed = await world.other.operator.api.refused(payment.getLimits, { query: theirs })
  assert.equal(mixed.code, 'common.not-found')
})
