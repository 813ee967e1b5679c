import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { addFirm, addTransferBank } from '#test/builders/transfer/accounts.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { pay, rowFor } from '#test/builders/payouts.ts'

const payouts = await openPayoutWorld()
const { peer, own, visit, timesPaid } = payouts
after(() => payouts.close())
beforeEach(() => peer.faults())

const shown = (id: string) => own.operator.api.send(payment.get, { query: { id } })
const orders = async () =>
  (await peer.requests())
    .filter(({ path }) => path.endsWith('/ruble-transfer/pay'))
    .map(({ body }) => body)

/** Both ways to an account: the training bank, and payment orders under an agreement of the company's own. */
for (const bank of ['sandbox', 'tbank'] as const)
  test(`an act of a firm is paid to its account by ${bank}`, async () => {
    if (bank === 'tbank') await addTransferBank(own, peer.bank.api)
    const payee = await addFirm(own, { org_name: 'ООО «Металл»' })
    const row = await rowFor(own, payee, 345_600)
    await pay(own, [row])
    assert.equal(await visit(row.id), 'registered')
    assert.equal(await visit(row.id), 'paid')
    assert.equal(await timesPaid(row.id), 1)
    const { adapter, provider_ref, bank_status, training } = await shown(row.id)
    assert.deepEqual([adapter, provider_ref, bank_status], [bank, row.id, 'EXECUTED'])
    // Both stand at the simulator, so both are marked.
    assert.equal(training, true)
    assert.deepEqual(await moneyOf(own, row.acts[0]!.act_id), {
      total_kop: 345_600,
      reserved_kop: 0,
      paid_kop: 345_600,
    })
    const sent = JSON.parse((await orders()).at(-1)!) as Record<string, unknown>
    const { name, kpp, bik, bankName } = sent['to'] as Record<string, string>
    assert.deepEqual(
      [name, kpp, bik, bankName],
      ['ООО «Металл»', '773601001', '044525974', 'АО «ТБанк»'],
    )
    assert.match(String(sent['purpose']), /НДС .*\[П:\w{6}\]$/)
    assert.equal(typeof sent['documentNumber'], 'number')
  })

test('an order that the bank does not execute is rejected in its words, the act is payable again', async () => {
  const payee = await addFirm(own, { tail: '2002' })
  const row = await rowFor(own, payee, 10_000)
  await pay(own, [row])
  await visit(row.id)
  assert.equal(await visit(row.id), 'rejected')
  const { reason_code, reason_text, advice } = await shown(row.id)
  assert.deepEqual(
    [reason_code, reason_text],
    ['bank_failed', 'Банк не исполнил поручение: Недостаточно средств на счёте'],
  )
  assert.match(advice!, /повторите$/)
  assert.equal((await moneyOf(own, row.acts[0]!.act_id)).reserved_kop, 0)
})

test('an order without an answer is repeated with the same bytes, and not before the bank would show it', async () => {
  const payee = await addFirm(own)
  const row = await rowFor(own, payee, 20_000)
  await pay(own, [row])
  await peer.faults({ fault: 'timeout_before', on: ['create'], times: 1 })
  assert.equal(await visit(row.id), 'unknown')
  const before = (await orders()).length
  // What the card says now must not change what is repeated.
  await own.db.q
    .updateTable('supplier')
    .set({ org_name: 'ООО «Другое имя»', kpp: '773601002' })
    .where('id', '=', payee.supplierId)
    .execute()
  assert.equal(await visit(row.id), 'unknown')
  assert.equal((await orders()).length, before)
  await sql`update payment_attempt set started_at = started_at - interval '2 minutes'
    where payment_id = ${row.id}`.execute(own.db.q)
  assert.equal(await visit(row.id), 'registered')
  const [first, second] = (await orders()).slice(-2)
  assert.equal(second, first)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

test('an order that was taken without an answer is found, and not sent again', async () => {
  const row = await rowFor(own, await addFirm(own), 20_000)
  await pay(own, [row])
  await peer.faults({ fault: 'reset_after_accept', on: ['create'], times: 1 })
  assert.equal(await visit(row.id), 'unknown')
  const before = (await orders()).length
  assert.equal(await visit(row.id), 'paid')
  assert.equal((await orders()).length, before)
  assert.equal(await timesPaid(row.id), 1)
})

test('an order that the bank refuses at once is rejected, a refused repeat proves nothing', async () => {
  await peer.control('PUT', 'settings', { transfer_limit_kop: 1000 })
  const row = await rowFor(own, await addFirm(own), 20_000)
  await pay(own, [row])
  assert.equal(await visit(row.id), 'rejected')
  assert.equal(
    (await shown(row.id)).reason_text,
    'Банк не принял поручение: Превышен лимит одного платежа',
  )
  await peer.control('PUT', 'settings', { transfer_limit_kop: null })
  const doubtful = await rowFor(own, await addFirm(own), 20_000)
  await pay(own, [doubtful])
  await peer.faults(
    { fault: 'timeout_after_accept', on: ['create'], times: 1 },
    { fault: 'search_lag', on: ['status'], times: 1 },
    { fault: '4xx_on_repeat' },
  )
  assert.equal(await visit(doubtful.id), 'unknown')
  await sql`update payment_attempt set started_at = started_at - interval '2 minutes'
    where payment_id = ${doubtful.id}`.execute(own.db.q)
  assert.equal(await visit(doubtful.id), 'unknown')
  assert.equal(await visit(doubtful.id), 'paid')
  assert.equal(await timesPaid(doubtful.id), 1)
})

test('an account without its bank is refused before anything is saved', async () => {
  const payee = await addFirm(own)
  await own.db.q
    .updateTable('payment_method')
    .set({ corr_account: null, bank_name: null })
    .where('id', '=', payee.methodId)
    .execute()
  const row = await rowFor(own, payee, 20_000)
  const refusal = await own.operator.api.refused(payment.save, { body: { payments: [row] } })
  assert.equal(refusal.code, 'payment.requisites-incomplete')
  assert.deepEqual(refusal.fields, {
    'payments.0.payment_method_id':
      'Для платёжного поручения нет: корреспондентский счёт банка, название банка',
  })
})

test('an account in the name of another person carries his name and no ИНН of the supplier', async () => {
  const payee = await addFirm(own)
  await own.db.q
    .updateTable('payment_method')
    .set({ holder_name: 'Петров Пётр Петрович', holder_match: 'mismatch' })
    .where('id', '=', payee.methodId)
    .execute()
  const row = await rowFor(own, payee, 20_000)
  await pay(own, [row])
  await visit(row.id)
  const { to } = JSON.parse((await orders()).at(-1)!) as { to: Record<string, string> }
  assert.deepEqual([to['name'], to['inn'], to['kpp']], ['Петров Пётр Петрович', '0', '0'])
})
