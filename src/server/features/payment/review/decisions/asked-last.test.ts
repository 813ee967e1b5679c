import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { debitSteps } from '#test/builders/bank-files/debits.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { sendByFile } from '#test/builders/bank-files/paid-by-file.ts'
import { addMethod } from '#test/builders/builders.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { register } from '#test/builders/payouts.ts'
import { approval } from '#test/support/approve.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, visit, timesPaid, peer } = payouts
await addFileAgreement(own)
const { manager, operator } = own
const { cardOf, take, reject, ended, caseOf, bodyOf, closed, refusedPay, dueOf, retry } =
  debitSteps(own)

let phones = 20_000

/** A refused payment of a file, and its repeat by a call that is handed over and not sent yet. */
async function repeatedByCall(kop: number) {
  const sent = await ended([kop])
  const supplier = { id: sent.payee.supplierId, name: sent.payee.name }
  const ways = own.db.q.updateTable('payment_method').set({ is_default: false })
  await ways.where('supplier_id', '=', supplier.id).execute()
  const method = await addMethod(own, supplier, { phone: `+7917${++phones}50` })
  const row = { ...retry(sent, kop), payment_method_id: method.id }
  await operator.api.send(payment.save, { body: { payments: [row] } })
  await register(operator, manager, [row.id])
  return { sent, row }
}

async function withdraw(id: string) {
  const body = { ids: [id], reason: 'Банк уже заплатил прежней' }
  const asked = await operator.api.refused(payment.cancel, { body })
  const [outcome] = await operator.api.send(
    payment.cancel,
    { body },
    await approval(operator, asked, manager),
  )
  assert.equal(outcome!.status, 'cancelled')
}

async function fileOf(id: string) {
  const { registry_id } = await cardOf(id)
  const url = `${paymentRegistry.getRegistryFile.path}?registryId=${registry_id!}`
  return manager.api.raw({ method: 'GET', url })
}

test('a file is not given while another payment of its acts stands in a statement; it is when that is closed as no payment', async () => {
  const sent = await ended([60_000])
  const row = retry(sent, 60_000)
  await operator.api.send(payment.save, { body: { payments: [row] } })
  await register(operator, manager, [row.id])
  await take(sent.line)
  const held = await fileOf(row.id)
  const { code, message } = held.json<{ code: string; message: string }>()
  assert.deepEqual([held.statusCode, code], [409, 'payment.may-be-paid'])
  const [first, second] = [await cardOf(sent.id), await cardOf(row.id)]
  assert.match(message, new RegExp(`№ ${second.document_number!}, .+ № ${first.document_number!} `))
  assert.match(second.advice!, /^Не отправлена: банк мог уже оплатить её акты прежней выплатой № /)
  assert.ok(second.may.includes('withdraw'))
  const found = await caseOf(sent.id)
  assert.match((await refusedPay(found.id)).message, /Она не отправлена: отзовите её/)
  await closed(found.id, 'not_paid')
  assert.equal((await fileOf(row.id)).statusCode, 200)
  assert.equal((await cardOf(row.id)).status, 'registered')
})

test('a payment by a call waits unsent while an earlier one of its acts may be paid, says why, and goes on when that is closed', async () => {
  const { sent, row } = await repeatedByCall(61_000)
  await take(sent.line)
  const asked = (await peer.requests()).length
  assert.equal(await visit(row.id), 'registering')
  assert.equal((await peer.requests()).length, asked, 'the bank is asked nothing')
  const card = await cardOf(row.id)
  assert.match(card.advice!, /Закройте расхождение прежней, и эта пойдёт дальше/)
  const { rows } = await sql<{ waits: boolean }>`
    select next_check_at > now() + interval '1 minute' as waits from payment where id = ${row.id}
  `.execute(own.db.q)
  assert.deepEqual(rows, [{ waits: true }], 'it is looked at again at a pace')
  await closed((await caseOf(sent.id)).id, 'not_paid')
  assert.equal((await cardOf(row.id)).advice, null)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

test('one that waits is withdrawn, and the debit of the earlier one pays the acts', async () => {
  const { sent, row } = await repeatedByCall(62_000)
  await take(sent.line)
  assert.equal(await visit(row.id), 'registering')
  const found = await caseOf(sent.id)
  assert.match((await refusedPay(found.id)).message, /Она не отправлена: отзовите её/)
  await withdraw(row.id)
  const { paid_by } = await closed(found.id)
  assert.equal((await cardOf(paid_by!)).status, 'paid')
  assert.deepEqual(await dueOf(sent.acts), [0])
  assert.equal(await visit(row.id), 'cancelled')
  assert.equal(await timesPaid(row.id), 0)
})

test('one that may have been sent is asked about to its end, whatever the earlier one shows', async () => {
  const { sent, row } = await repeatedByCall(63_000)
  await peer.faults({ fault: '500_before', on: ['create'], times: 1 })
  assert.equal(await visit(row.id), 'unknown')
  await peer.faults()
  await take(sent.line)
  assert.equal(await visit(row.id), 'paid')
  assert.equal(await timesPaid(row.id), 1)
})

const refusedTo = async (id: string) => {
  const body = { body: { id, reason: 'Счёт закрыт, сказал банк' } }
  const rejected = await operator.api.refused(paymentReview.markRejectedByBank, body)
  const cancel = { body: { ids: [id], reason: 'Файл не загружали' } }
  const [withdrawn] = await operator.api.send(payment.cancel, cancel)
  assert.deepEqual([rejected.code, withdrawn!.code], ['payment.debit-seen', 'payment.debit-seen'])
  assert.equal(withdrawn!.message, rejected.message)
  return rejected.message
}

test('an order that a statement debits with another sum is neither withdrawn nor rejected: the debit pays the acts by its sum and ends it', async () => {
  const sent = await sendByFile(own, [64_000, 30_000])
  await take({ ...sent.line, kop: 90_000 })
  assert.match(await refusedTo(sent.id), /на вкладке «Расхождения»/)
  assert.match((await cardOf(sent.id)).advice!, /другую сумму выплаты\. Решите это на вкладке/)
  const found = await caseOf(sent.id)
  assert.equal(found.may_pay, true)
  const { warnings } = (await refusedPay(found.id)).approval!.about!
  assert.match(
    warnings!.join('. '),
    /Списано 900,00 ₽ из 940,00 ₽: остальное .+ Прежняя выплата закончится/,
  )
  const { paid_by } = await closed(found.id)
  const [old, card] = [await cardOf(sent.id), await cardOf(paid_by!)]
  assert.deepEqual([old.status, old.reason_code], ['rejected', 'debited_otherwise'])
  assert.deepEqual([card.status, card.amount_kop, card.debit_of], ['paid', 90_000, sent.id])
  const due = await dueOf(sent.acts)
  assert.equal(due[0]! + due[1]!, 4_000)

  const more = await sendByFile(own, [65_000])
  await take({ ...more.line, kop: 66_000 })
  const twice = await closed((await caseOf(more.id)).id)
  assert.equal((await cardOf(twice.paid_by!)).amount_kop, 65_000)
  assert.deepEqual(await dueOf(more.acts), [0])
  const back = { client_id: randomUUID(), payment_id: twice.paid_by!, amount_kop: 1_000 }
  const body = { ...back, reason: 'Банк вернул лишнее' }
  const refusal = await operator.api.refused(paymentReview.confirmReturn, { body })
  assert.match(
    refusal.approval!.about!.warnings![0]!,
    /больше выплаты на 10,00 ₽\. Если вернулось лишнее/,
  )
})

test('a debit that was told to be no payment leaves its order running, and then it may be rejected; a return in a statement is asked first', async () => {
  const sent = await sendByFile(own, [66_100])
  await take({ ...sent.line, kop: 66_200 })
  const found = await caseOf(sent.id)
  const asked = await operator.api.refused(
    paymentReview.closeDiscrepancy,
    bodyOf(found.id, 'not_paid'),
  )
  const { amount_kop, about } = asked.approval!
  assert.deepEqual([amount_kop, about!.suppliers!.length], [66_200, 1])
  assert.match(
    about!.warnings!.join('. '),
    /Выплата № \d+ на 661,00 ₽ по актам № .+ Списание № \d+ от .+ на 662,00 ₽/,
  )
  await closed(found.id, 'not_paid')
  assert.equal((await cardOf(sent.id)).status, 'registered')
  await take({ ...sent.line, credit: true, purpose: `Возврат: счёт закрыт. ${sent.line.purpose!}` })
  assert.match(await refusedTo(sent.id), /есть возврат по этой выплате/)
  const returned = {
    body: { id: (await caseOf(sent.id)).id, resolution: 'Возврат не по этой выплате' },
  }
  const pin = await operator.api.refused(paymentReview.closeDiscrepancy, returned)
  await operator.api.send(
    paymentReview.closeDiscrepancy,
    returned,
    await approval(operator, pin, manager),
  )
  await reject(sent.id)
  const again = retry(sent, 66_100)
  const [plan] = await operator.api.send(payment.save, {
    body: { payments: [again], dry_run: true },
  })
  assert.match(
    JSON.stringify(plan),
    /а потом банк её списал, и двое решили, что актов это не оплатило/,
  )
})

test('two lines of one sum, and a line that names two payments, keep an order from being withdrawn until they are told apart', async () => {
  const [one, two] = [await sendByFile(own, [67_000]), await sendByFile(own, [68_000])]
  const bare = { ...one.line, purpose: 'Оплата по договору' }
  await take({ ...bare, number: 778_001 }, { ...bare, number: 778_002 })
  assert.match(await refusedTo(one.id), /Сначала сопоставьте его в выписке/)
  const both = `${one.line.purpose!} ${two.line.purpose!}`.replace(/Оплата/g, '')
  await take({ ...two.line, number: 778_003, kop: 135_000, purpose: both.slice(0, 400) })
  assert.match(await refusedTo(two.id), /Сначала сопоставьте его в выписке/)
})
