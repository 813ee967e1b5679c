import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { Updateable } from 'kysely'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { isRepeated, isRepeatedAmongMany } from '#server/db/query/repeated-payment.ts'
import type { Payment } from '#server/db/schema.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addPayee, addTrainingBank, register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'
import { paymentsOf } from '../../../act/read/card-queries.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addTrainingBank(own)
const { operator, manager } = own

const cardOf = (id: string) => operator.api.send(payment.get, { query: { id } })
const planOf = (act_ids: string[]) =>
  operator.api.send(payDay.planDay, { query: { filter: { act_ids } } })

/** As «Оплатить день» makes a body of it: it names no ended payment. */
const rowOf = ({ supplier_id, payment_method_id, acts, amount_kop }: PlannedPayment) => ({
  id: randomUUID(),
  supplier_id,
  payment_method_id: payment_method_id!,
  acts: acts.map((part) => ({ act_id: part.act_id, amount_kop: part.amount_kop })),
  amount_kop,
})

type Row = ReturnType<typeof rowOf>
type Payee = Awaited<ReturnType<typeof addPayee>>

const rowTo = (payee: Payee, acts: Row['acts']): Row => ({
  id: randomUUID(),
  supplier_id: payee.supplierId,
  payment_method_id: payee.methodId,
  acts,
  amount_kop: acts.reduce((sum, part) => sum + part.amount_kop, 0),
})

async function save(row: Row & { retry_of?: string }) {
  const [saved] = await operator.api.send(payment.save, { body: { payments: [row] } })
  return saved!
}

/** Saved, handed over, and ended as the bank would. */
async function ended(row: Row, end: Updateable<Payment>): Promise<string> {
  const { id } = await save(row)
  await finish(id, end)
  return id
}

async function finish(id: string, end: Updateable<Payment>): Promise<void> {
  await register(operator, manager, [id])
  const steps: Updateable<Payment>[] = [{ status: 'unknown', status_source: 'status' }, end]
  for (const step of steps)
    await own.db.q.updateTable('payment').set(step).where('id', '=', id).execute()
}

const refused: Updateable<Payment> = {
  status: 'rejected',
  status_source: 'status',
  reason_code: 'insufficient_funds',
  reason_text: 'Недостаточно средств на балансе выплат',
}

async function returned(row: Row): Promise<string> {
  const payment_id = await ended(row, { status: 'paid', status_source: 'status' })
  const body = {
    client_id: randomUUID(),
    payment_id,
    amount_kop: row.amount_kop,
    reason: 'Счёт получателя закрыт',
  }
  const asked = await operator.api.refused(paymentReview.confirmReturn, { body })
  const pin = await approval(operator, asked, manager)
  await operator.api.send(paymentReview.confirmReturn, { body }, pin)
  return payment_id
}

test('acts of one payment that repeat a refused and a returned one say so, each for itself, and a fresh one says nothing', async () => {
  const payee = await addPayee(own)
  const [first, second, fresh] = await Promise.all(
    [10_000, 20_000, 30_000].map((kop) => addIssuedAct(own, payee.supplierId, kop)),
  )
  const no = await ended(rowTo(payee, [{ act_id: first!, amount_kop: 10_000 }]), refused)
  const back = await returned(rowTo(payee, [{ act_id: second!, amount_kop: 20_000 }]))
  const { payments } = await planOf([first!, second!, fresh!])
  assert.equal(payments.length, 1)
  const told = new Map(payments[0]!.retries.map((one) => [one.payment_id, one.words]))
  assert.match(
    told.get(no)!,
    /^прежняя выплата по акту № \S+ отклонена \d\d\.\d\d\.\d{4}: Недостаточно средств на балансе выплат$/,
  )
  assert.match(told.get(back)!, /вернулось 200,00 ₽, \S+: Счёт получателя закрыт$/)
  const row = rowOf(payments[0]!)
  const [preview] = await operator.api.send(payment.save, {
    body: { payments: [row], dry_run: true },
  })
  assert.deepEqual(preview!.preview!.retries, payments[0]!.retries)
  const saved = await save(row)
  const asked = await operator.api.refused(payment.register, { body: { ids: [saved.id] } })
  const warnings = asked.approval!.about!.warnings!.join()
  for (const words of told.values()) assert.ok(warnings.includes(`повтор: ${words}`), warnings)
  const card = await cardOf(saved.id)
  assert.deepEqual(new Map(card.retries.map((one) => [one.payment_id, one.words])), told)
  for (const [id, kop] of [
    [no, 10_000],
    [back, 20_000],
  ] as const) {
    const { retried_by: by, repeated_in: repeats, may } = await cardOf(id)
    assert.deepEqual([by, repeats], [saved.id, [{ payment_id: saved.id, amount_kop: kop }]])
    assert.ok(!may.includes('retry'))
    const again = { body: { payments: [{ ...row, id: randomUUID(), retry_of: id }] } }
    const { code } = await operator.api.refused(payment.save, again)
    assert.ok(['payment.not-retryable', 'payment.act-overpaid'].includes(code), code)
  }
  for (const [id, isRetry] of [
    [first!, true],
    [fresh!, false],
  ] as const) {
    const payments = await paymentsOf(own.db, id)
    assert.equal(payments.find((one) => one.id === saved.id)!.is_retry, isRetry)
  }
  const { items } = await operator.api.send(payment.getAll, {
    query: { filter: { attention: true, supplier_id: [payee.supplierId], with: ['rows'] } },
  })
  assert.ok(!items.some(({ id }) => id === no), 'a refused payment that is repeated is settled')
  const stranger = await other.operator.api.refused(payment.get, { query: { id: saved.id } })
  assert.equal(stranger.code, 'common.not-found')
})

test('what its people cancelled before it left repeats nothing: the refused payment is repeated by the next one', async () => {
  const payee = await addPayee(own)
  const act_id = await addIssuedAct(own, payee.supplierId, 10_000)
  const row = rowTo(payee, [{ act_id, amount_kop: 10_000 }])
  const no = await ended(row, refused)
  for (const part of [{}, { retry_of: no }]) {
    const slip = await save({ ...row, ...part, id: randomUUID() })
    assert.equal((await cardOf(no)).retried_by, slip.id)
    await operator.api.send(payment.cancel, { body: { ids: [slip.id] } })
    const card = await cardOf(no)
    assert.deepEqual(
      [card.retried_by, card.repeated_in, card.may.includes('retry')],
      [null, [], true],
    )
  }
  const [planned] = (await planOf([act_id])).payments
  assert.deepEqual(
    planned!.retries.map(({ payment_id: id }) => id),
    [no],
  )
  const next = await save({ ...rowOf(planned!), retry_of: no } as Row)
  assert.equal((await cardOf(next.id)).retries[0]!.payment_id, no)
  assert.equal((await cardOf(no)).retried_by, next.id)
})

test('a sum is repeated once: two ended parts of one act are both repeated by a payment that covers them', async () => {
  const payee = await addPayee(own)
  const act_id = await addIssuedAct(own, payee.supplierId, 10_000)
  const { id: large } = await save(rowTo(payee, [{ act_id, amount_kop: 6000 }]))
  const { id: small } = await save(rowTo(payee, [{ act_id, amount_kop: 4000 }]))
  for (const id of [large, small]) await finish(id, refused)
  const named = await save({ ...rowTo(payee, [{ act_id, amount_kop: 7000 }]), retry_of: large })
  assert.equal(named.retry_of, large)
  assert.equal((await cardOf(large)).repeated_in[0]!.amount_kop, 6000)
  assert.equal((await cardOf(small)).repeated_in[0]!.amount_kop, 1000)
  assert.ok((await cardOf(small)).may.includes('retry'), 'the rest of it is still due')
  const [rest] = (await planOf([act_id])).payments
  assert.deepEqual(
    [rest!.amount_kop, rest!.retries.map(({ payment_id: id }) => id)],
    [3000, [small]],
  )
})

test('a payment that people decided by hand asks for two when its act is paid again by the day', async () => {
  const payee = await addPayee(own)
  const act_id = await addIssuedAct(own, payee.supplierId, 10_000)
  const row = rowTo(payee, [{ act_id, amount_kop: 10_000 }])
  await ended(row, { ...refused, status_source: 'manual' })
  const [planned] = (await planOf([act_id])).payments
  assert.ok(planned!.second_person.includes('прежнюю выплату решали вручную'))
  const again = { ...rowOf(planned!), id: randomUUID() }
  const [shown] = await operator.api.send(payment.save, {
    body: { payments: [again], dry_run: true },
  })
  assert.deepEqual(shown!.preview!.second_person, planned!.second_person)
})

test('asked of one payment or of many, what was repeated is the same', async () => {
  const rows = await own.db.q
    .selectFrom('payment as p')
    .where('p.company_id', '=', own.id)
    .select([isRepeated.as('one'), isRepeatedAmongMany(own.id).as('many')])
    .execute()
  for (const { one, many } of rows) assert.equal(many, one)
  assert.deepEqual(new Set(rows.map(({ one }) => one)), new Set([true, false]))
})
