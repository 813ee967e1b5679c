import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { letterOf } from '#test/builders/bank-files/bank-letter.ts'
import { statementText, type BankLine } from '#test/builders/bank-files/bank-statement.ts'
import {
  bankWords,
  EXECUTED,
  REFUSED,
  type PaidToAccount,
} from '#test/builders/bank-files/bank-words.ts'
import {
  addAccountPayee,
  addFileAgreement,
  PAYER_ACCOUNT,
} from '#test/builders/bank-files/file-agreement.ts'
import { takeRegistryFile } from '#test/builders/bank-files/file-bank.ts'
import {
  dayAgo,
  payToAccount,
  sendByFile,
  takeStatement,
} from '#test/builders/bank-files/paid-by-file.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import { moneyOf } from '#test/builders/issued-acts.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
await addFileAgreement(own, PAYER_ACCOUNT, 'file_iso20022')
const { manager, operator } = own
const KOP = 50_000
const today = { from: dayAgo(0), to: dayAgo(0) }

const { cardOf, handedOver, report, reported, openKinds } = bankWords(own)
const { repeatOf, assertNotPayable, decide, withdraw, letDaysPass } = bankWords(own)

test('a line of a statement without balances names the payment: a refusal after it is its second end', async () => {
  const sent = await sendByFile(own, [KOP])
  await takeStatement(own, statementText({ ...today, lines: [sent.line], bare: true }))
  await reported(sent.id, REFUSED)
  assert.equal((await cardOf(sent.id)).status, 'registered')
  assert.deepEqual(await openKinds(sent.id), ['contradicting_ends'])
  await assertNotPayable(sent)
})

test('what the bank calls executed although it was withdrawn before its file waits for the letter', async () => {
  const payees = [await addAccountPayee(own), await addAccountPayee(own)]
  const { made, registryId } = await handedOver(payees)
  const gone = made[0]!
  await withdraw(gone)
  await takeRegistryFile(own, registryId)
  await reported(gone.id, EXECUTED)
  assert.deepEqual(await openKinds(gone.id), ['accept_of_final'])
  await assertNotPayable(gone)
  await letDaysPass(gone.id)
  await decide(gone.id)
  assert.deepEqual(await openKinds(gone.id), [])
  await operator.api.send(payment.save, { body: { payments: [repeatOf(gone)] } })
})

test('an answer of the bank about a payment whose file nobody has given keeps that file back', async () => {
  const { made, registryId } = await handedOver([await addAccountPayee(own)])
  const [waiting] = made as [PaidToAccount]
  const at = sql`update payment_registry set file_bytes = ${Buffer.from('earlier')} where id = ${registryId}`
  await at.execute(own.db.q)
  await reported(waiting.id, EXECUTED)
  await sql`update payment_registry set file_bytes = null where id = ${registryId}`.execute(
    own.db.q,
  )
  assert.deepEqual(await openKinds(waiting.id), ['answer_to_unsent'])
  const url = `/api/v1/payment/getRegistryFile?registryId=${registryId}`
  const file = await manager.api.raw({ method: 'GET', url })
  assert.equal(file.json<{ code: string }>().code, 'payment.may-be-paid')
  await withdraw(waiting)
  await assertNotPayable(waiting)
})

test('one order that an answer names twice, in letters of either case, is refused whole', async () => {
  const { id } = await sendByFile(own, [KOP])
  const registryId = (await cardOf(id)).registry_id!
  const orders = [
    { id, ...EXECUTED },
    { id: id.toUpperCase(), ...REFUSED },
  ]
  const { body } = await report(reportText({ registryId, orders }))
  assert.match(body, /одно поручение названо дважды/)
  assert.equal((await cardOf(id)).status, 'registered')
})

test('equal lines without numbers are told apart by their marks, whichever file tells which first', async () => {
  const payee = await addAccountPayee(own)
  const { made, registryId } = await handedOver([payee, payee])
  await takeRegistryFile(own, registryId)
  const lines: BankLine[] = []
  for (const { id } of made) {
    const { purpose } = await cardOf(id)
    const { account, name } = payee
    lines.push({ kop: KOP, day: dayAgo(0), account, bik: '044525225', name, purpose })
  }
  const [first, second] = lines as [BankLine, BankLine]
  await takeStatement(own, statementText({ ...today, lines: [first] }))
  const { statement } = await takeStatement(
    own,
    statementText({ ...today, lines: [second, first] }),
  )
  assert.equal(statement!.known_count, 1)
  for (const { id } of made) {
    assert.equal((await cardOf(id)).status, 'paid')
    assert.deepEqual(await openKinds(id), [])
  }
})

test('an order of a file with two ends is given up by the letter after a day', async () => {
  const sent = await sendByFile(own, [KOP])
  await reported(sent.id, EXECUTED)
  await reported(sent.id, REFUSED)
  const body = {
    id: sent.id,
    note: 'Письмо банка № 17 от 28.11.2026, ответил Петров',
    proof_file_id: await letterOf(operator, sent.id),
  }
  const early = await operator.api.refused(paymentReview.resolveUnknown, { body })
  assert.equal(early.code, 'payment.too-early')
  await letDaysPass(sent.id)
  await decide(sent.id)
  assert.equal((await cardOf(sent.id)).reason_code, 'not_executed_confirmed')
})

test('two people who end what the bank called executed are told so, and its acts wait for the letter', async () => {
  const sent = await sendByFile(own, [KOP])
  await reported(sent.id, EXECUTED)
  const input = { body: { id: sent.id, reason: 'Счёт закрыт, сказал банк' } }
  const asked = await operator.api.refused(paymentReview.markRejectedByBank, input)
  assert.match(asked.approval!.about!.warnings!.join(), /Слова банка: исполнена: Списано/)
  const pin = await approval(operator, asked, manager)
  await operator.api.send(paymentReview.markRejectedByBank, input, pin)
  assert.deepEqual(await openKinds(sent.id), ['accept_of_final'])
  await assertNotPayable(sent)

  const unsent = await payToAccount(own, [KOP])
  const told = JSON.stringify([{ end: 'paid', by: 'notice', words: '02 Исполнен' }])
  await sql`update payment set told_ends = ${told} where id = ${unsent.id}`.execute(own.db.q)
  const warned = await withdraw(unsent)
  assert.match(warned.approval!.about!.warnings!.join(), /исполнена: 02 Исполнен \(извещение\)/)
  assert.deepEqual(await openKinds(unsent.id), ['accept_of_final'])
  await assertNotPayable(unsent)
})

test('a debit of what by the letter never left is told, and its act is not paid anew', async () => {
  const sent = await sendByFile(own, [KOP])
  await reported(sent.id, EXECUTED)
  await reported(sent.id, REFUSED)
  await decide(sent.id, KOP)
  await reported(sent.id, { status: 'CANC' })
  await decide(sent.id)
  const card = await cardOf(sent.id)
  assert.deepEqual([card.status, card.returned_kop], ['paid', KOP])
  await takeStatement(own, statementText({ ...today, lines: [sent.line] }))
  assert.deepEqual(await openKinds(sent.id), ['debit_of_paid'])
  await assertNotPayable(sent)
  const query = { filter: { payment_id: sent.id, is_open: true } }
  const { items } = await operator.api.send(paymentReview.getDiscrepancies, { query })
  assert.equal(items[0]!.may_pay, true)
  const body = {
    id: items[0]!.id,
    resolution: 'Деньги у поставщика',
    outcome: 'debit_pays',
  } as const
  const asked = await operator.api.refused(paymentReview.closeDiscrepancy, { body })
  const pin = await approval(operator, asked, manager)
  await operator.api.send(paymentReview.closeDiscrepancy, { body }, pin)
  assert.equal((await moneyOf(own, sent.acts[0]!)).paid_kop, KOP)
})
