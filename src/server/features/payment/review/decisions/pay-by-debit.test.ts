import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { audit } from '#contract/audit/audit.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { payByFile } from '#test/builders/bank-files/paid-by-file.ts'
import { register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own)
const { manager, operator } = own
const { closeDiscrepancy, getDiscrepancies, confirmReturn } = paymentReview
const { cardOf, take, ended, debited, caseOf, bodyOf, closed, refusedPay, dueOf, retry } =
  debitSteps(own)
const resolution = 'Банк исполнил поручение, деньги у поставщика'

const [operatorName, managerName] = await Promise.all([operator.id, manager.id].map(nameOf))

async function nameOf(id: string): Promise<string> {
  const people = own.db.q.selectFrom('app_user').where('id', '=', id).select('full_name')
  return (await people.executeTakeFirstOrThrow()).full_name
}

test('a debit of what was held for refused pays the acts: a payment stands for it, never sent, told everywhere', async () => {
  const { id, acts, line, found } = await debited([300_000, 200_000])
  assert.deepEqual([found.may_pay, found.outcome, found.paid_by], [true, null, null])
  const unsaid = { body: { id: found.id, resolution } }
  const bad = await operator.api.refused(closeDiscrepancy, unsaid)
  assert.deepEqual(Object.keys(bad.fields ?? {}), ['outcome'])
  const asked = await refusedPay(found.id)
  assert.equal(asked.code, 'approval.required')
  assert.equal(asked.approval!.amount_kop, 500_000)
  assert.match(asked.approval!.about!.warnings![0]!, /^Списание банка оплатит по актам № /)
  // The PIN for «not paid» is none for «paid».
  const weaker = await operator.api.refused(closeDiscrepancy, bodyOf(found.id, 'not_paid'))
  const wrong = await approval(operator, weaker, manager)
  assert.equal(
    (await operator.api.refused(closeDiscrepancy, bodyOf(found.id), wrong)).code,
    'approval.required',
  )
  assert.deepEqual(await dueOf(acts), [300_000, 200_000])

  const done = await closed(found.id)
  assert.deepEqual(
    [done.outcome, done.may_pay, done.closed_by_name, done.confirmed_by_name],
    ['debit_pays', false, operatorName, managerName],
  )
  assert.deepEqual(await dueOf(acts), [0, 0])
  const card = await cardOf(done.paid_by!)
  assert.deepEqual(
    [card.status, card.retry_of, card.debit_of, card.amount_kop, card.registered_at, card.may],
    ['paid', id, id, 500_000, null, ['return']],
  )
  assert.deepEqual([card.created_by_name, card.approved_by_name], [operatorName, managerName])
  const [saved, paid] = card.timeline
  assert.match(saved!.text, /по списанию банка № \d+ от .+ вместо выплаты № \d+$/)
  assert.deepEqual([paid!.status, paid!.actor], ['paid', operatorName])
  assert.match(paid!.text, new RegExp(`подтверждено: ${managerName}`))
  const old = await cardOf(id)
  assert.deepEqual([old.status, old.retried_by, old.may], ['rejected', card.id, []])
  assert.match(old.advice!, /акты оплачены по его списанию$/)
  assert.match(old.timeline.at(-1)!.text, /списание оплатило акты, .+, подтверждено: /)
  const shown = await manager.api.send(paymentStatement.getStatementLines, { query: {} })
  const proof = shown.items.find(({ payment: ours }) => ours?.id === card.id)
  assert.deepEqual([proof!.match_status, proof!.amount_kop], ['matched', line.kop])
  const filter = { entity: ['act' as const], entity_id: acts[0]!, action: 'act.paid-by-debit' }
  assert.equal((await manager.api.send(audit.getEvents, { query: { filter } })).total, 1)
  const events = await own.db.q
    .selectFrom('payment_event')
    .where('payment_id', '=', card.id)
    .select(['from_status', 'to_status', 'source', 'actor'])
    .orderBy('n')
    .execute()
  assert.deepEqual(events.at(-1), {
    from_status: 'saved',
    to_status: 'paid',
    source: 'statement',
    actor: 'user',
  })
  const { net_kop } = await own.db.q
    .selectFrom('supplier_year')
    .where('supplier_id', '=', card.supplier_id)
    .select('net_kop')
    .executeTakeFirstOrThrow()
  assert.equal(net_kop, 500_000)
  assert.equal((await refusedPay(found.id)).code, 'payment.discrepancy-closed')
  const query = { filter: { ids: [...acts], payment_state: ['paid' as const] } }
  assert.equal((await manager.api.send(act.getAll, { query })).total, 2)
})

test('money that comes back, and a second debit, are those of the payment that stands for the debit', async () => {
  const { id, acts, line, found } = await debited([150_000])
  const { paid_by } = await closed(found.id)
  await take({ ...line, number: 777_001 })
  assert.equal((await caseOf(paid_by!)).may_pay, false)
  await take({ ...line, credit: true, purpose: `Возврат: счёт закрыт. ${line.purpose!}` })
  const query = { filter: { payment_id: paid_by!, is_open: true } }
  const { items } = await manager.api.send(getDiscrepancies, { query })
  const returned = items.find((one) => one.is_return)!
  const input = {
    body: {
      client_id: randomUUID(),
      payment_id: paid_by!,
      amount_kop: 150_000,
      reason: 'Счёт получателя закрыт',
      discrepancy_id: returned.id,
    },
  }
  const asked = await operator.api.refused(confirmReturn, input)
  await operator.api.send(confirmReturn, input, await approval(operator, asked, manager))
  assert.deepEqual(await dueOf(acts), [150_000])
  assert.equal((await cardOf(id)).status, 'rejected')
  const filter = { act_ids: [...acts] }
  const [due] = (await operator.api.send(payDay.planDay, { query: { filter } })).payments
  assert.deepEqual(
    due!.retries.map(({ payment_id }) => payment_id),
    [paid_by],
    'the refused payment itself was paid by the debit',
  )
  // The second debit is not closed: it may have paid what came back, so nothing is paid by hand.
  const second = await caseOf(paid_by!)
  assert.equal(second.may_pay, true)
  const card = await cardOf(paid_by!)
  assert.equal(card.may.includes('retry'), false)
  // It did: a third payment stands for the second debit, and what the bank says of that mark is said of it.
  const third = (await closed(second.id)).paid_by!
  const { debit_of, status } = await cardOf(third)
  assert.deepEqual([debit_of, status], [paid_by, 'paid'])
  assert.deepEqual(await dueOf(acts), [0])
  await take({ ...line, number: 777_005 })
  assert.equal((await caseOf(third)).may_pay, false)
})

test('the other outcome leaves the acts due, to be paid anew', async () => {
  const { id, acts, found } = await debited([120_000])
  const done = await closed(found.id, 'not_paid')
  assert.deepEqual(
    [done.outcome, done.paid_by, done.confirmed_by_name],
    ['not_paid', null, managerName],
  )
  assert.deepEqual(await dueOf(acts), [120_000])
  assert.ok((await cardOf(id)).may.includes('retry'))
})

test('acts that another payment has taken meanwhile are not paid twice, and the refusal says by which and what to do', async () => {
  const sent = await ended([110_000])
  const row = retry(sent, 110_000)
  await operator.api.send(payment.save, { body: { payments: [{ ...row, retry_of: sent.id }] } })
  await take(sent.line)
  const found = await caseOf(sent.id)
  const taken = await refusedPay(found.id)
  assert.equal(taken.code, 'payment.act-taken')
  assert.match(
    taken.message,
    /^По акту № \S+ осталось 0,00 ₽ из нужных 1\s?100,00 ₽: выплата без номера от .+ \(Сохранена\)\. Отмените/,
  )
  await operator.api.send(payment.cancel, { body: { ids: [row.id] } })
  const done = await closed(found.id)
  // A repeat that was cancelled before it was sent was none.
  const { retry_of, debit_of, retries } = await cardOf(done.paid_by!)
  assert.deepEqual(
    [retry_of, debit_of, retries.map(({ payment_id }) => payment_id)],
    [sent.id, sent.id, [sent.id]],
  )
  assert.deepEqual(await dueOf(sent.acts), [0])
})

test('a second debit of what is over has a case of its own, and finds the acts paid by the first', async () => {
  const { id, acts, line } = await debited([130_000])
  await take({ ...line, number: 777_100 })
  const query = { filter: { payment_id: id, is_open: true } }
  const { items } = await manager.api.send(getDiscrepancies, { query })
  assert.deepEqual(
    items.map(({ may_pay }) => may_pay),
    [true, true],
  )
  await closed(items[1]!.id)
  assert.match((await refusedPay(items[0]!.id)).message, /\(Оплачена\)\. Деньги ушли дважды/)
  assert.deepEqual(await dueOf(acts), [0])
})

test('acts that were paid again by hand are told with the payment that paid them', async () => {
  const sent = await ended([100_000])
  const again = retry(sent, 100_000)
  await operator.api.send(payment.save, { body: { payments: [again] } })
  await register(operator, manager, [again.id])
  await sql`update payment set status = 'unknown', status_source = 'create', first_sent_at = now() where id = ${again.id}`.execute(
    own.db.q,
  )
  await take(sent.line)
  const found = await caseOf(sent.id)
  assert.match((await refusedPay(found.id)).message, /Дождитесь её итога/)
  const { document_number: number, purpose } = await cardOf(again.id)
  await take({ ...sent.line, number: number!, purpose })
  assert.equal((await cardOf(again.id)).status, 'paid')
  const taken = await refusedPay(found.id)
  assert.match(
    taken.message,
    new RegExp(`выплата № ${number} от .+ \\(Оплачена\\)\\. Деньги ушли дважды`),
  )
  const done = await closed(found.id, 'not_paid')
  assert.equal(done.paid_by, null)
})

test('a void act, a payment that is not over, and what is no debit are refused', async () => {
  const voided = await debited([90_000])
  await own.db.q
    .updateTable('act')
    .set({ status: 'void' })
    .where('id', '=', voided.acts[0]!)
    .execute()
  const refusal = await refusedPay(voided.found.id)
  assert.equal(refusal.code, 'payment.act-not-payable')
  assert.match(refusal.message, /аннулирован/)

  const paid = await payByFile(own, [80_000])
  await take({ ...paid.line, number: 777_002 })
  const twice = await caseOf(paid.id)
  assert.equal(twice.may_pay, false)
  assert.equal((await refusedPay(twice.id)).code, 'payment.no-debit')
  const outcome = await operator.api.refused(closeDiscrepancy, bodyOf(twice.id, 'not_paid'))
  assert.equal(outcome.code, 'payment.no-debit')
  assert.equal((await refusedPay(twice.id, other.operator)).code, 'common.not-found')
  assert.equal((await refusedPay(twice.id, own.user)).code, 'access.denied')
})
