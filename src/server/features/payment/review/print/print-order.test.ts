import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentOrder } from '#contract/payment/order.ts'
import { payment } from '#contract/payment/payment.ts'
import { addFileAgreement, PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { payByFile, payToAccount, sendByFile } from '#test/builders/bank-files/paid-by-file.ts'
import { addFirm, addTransferBank } from '#test/builders/transfer/accounts.ts'
import { openPayoutWorld } from '#test/builders/payout-world.ts'
import { addPayee, pay, rowFor } from '#test/builders/payouts.ts'
import { requestOf } from '#test/support/api.ts'
import { pageText, pdfTexts } from '#test/support/pdf-text.ts'

const payouts = await openPayoutWorld()
after(() => payouts.close())
const { own, world, peer, visit } = payouts
const { other, nobody } = world
await addFileAgreement(own)
const { api } = own.operator

const orderOf = async (id: string) => {
  const { title, html } = await api.send(paymentOrder.getOrder, { query: { id } })
  return { title, html, text: pageText(html) }
}
const pdfOf = async (id: string) => {
  const answer = await api.raw(requestOf(paymentOrder.getOrderPdf, { query: { id } }))
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
  return pdfTexts(answer.rawPayload)
}
const numberOf = async (id: string) =>
  (await api.send(payment.get, { query: { id } })).document_number

test('an order by file is printed with both accounts, and the PDF says the same; the day of the debit is that of the statement', async () => {
  const { id, payee, line } = await payByFile(own, [1_234_567])
  const { title, text } = await orderOf(id)
  const number = (await numberOf(id))!
  const day = line.day.split('-').toReversed().join('.')
  assert.equal(title, `Платёжное поручение № ${number} от ${day}`)
  assert.deepEqual(await pdfOf(id), [`${text}Лист1из1`])
  assert.ok(text.includes(`ПЛАТЕЖНОЕПОРУЧЕНИЕ№${number}${day}Электронно`), text)
  assert.ok(text.includes('СуммапрописьюДвенадцатьтысячтристасорокпятьрублей67копеек'), text)
  // PDFium and the page both lose the hyphen of 12345-67.
  assert.ok(text.includes('Сумма1234567'), text)
  assert.ok(text.includes(`ПлательщикСч.№${PAYER_ACCOUNT}`), text)
  assert.ok(text.includes(`Сч.№${payee.account}${pageText(payee.name)}Получатель`), text)
  assert.ok(text.startsWith(`${day}0401060`), text)
  const first = await api.raw(requestOf(paymentOrder.getOrderPdf, { query: { id } }))
  const company = () => own.db.q.updateTable('company').where('id', '=', own.id)
  const { short_name } = await own.db.q
    .selectFrom('company')
    .where('id', '=', own.id)
    .select('short_name')
    .executeTakeFirstOrThrow()
  await company().set({ short_name: 'ООО «Новое имя»' }).execute()
  assert.equal((await orderOf(id)).text, text)
  const again = await api.raw(requestOf(paymentOrder.getOrderPdf, { query: { id } }))
  assert.ok(again.rawPayload.equals(first.rawPayload))
  await company().set({ short_name }).execute()
  assert.match(text, new RegExp(`Отметкибанка.*Повыпискесписано${day},документ№${number}`))
})

test('what the bank has not said is not filled: a file that was taken, a draft', async () => {
  const { id } = await sendByFile(own, [500_000])
  const sent = await orderOf(id)
  assert.match(sent.text, /ОтметкибанкаМ\.П\.$/)
  assert.doesNotMatch(sent.text, /ЧЕРНОВИК/)
  assert.ok(sent.text.includes('Сумма5000='))
  assert.ok(sent.text.includes('Пятьтысячрублей'))
  assert.ok(!sent.text.includes('копеек'))
  const row = await rowFor(
    own,
    await payToAccount(own, [10_000]).then(({ payee }) => payee),
    20_000,
  )
  await api.send(payment.save, { body: { payments: [row] } })
  const draft = await orderOf(row.id)
  assert.equal(draft.title, 'Платёжное поручение, черновик')
  assert.match(draft.text, /ПЛАТЕЖНОЕПОРУЧЕНИЕ№Электронно.*ЧЕРНОВИК$/)
  await api.send(payment.cancel, { body: { ids: [row.id] } })
  assert.match((await orderOf(row.id)).text, /АННУЛИРОВАН$/)
})

test('an order over calls is printed as it was sent, with the word of the bank', async () => {
  await addTransferBank(own, peer.bank.api)
  const payee = await addFirm(own, { org_name: 'ООО «Металл»' })
  const row = await rowFor(own, payee, 345_600)
  await pay(own, [row])
  await visit(row.id)
  assert.equal(await visit(row.id), 'paid')
  const before = await orderOf(row.id)
  assert.match(before.text, /ООО«Металл»Получатель/)
  assert.match(before.text, /ИНН\d{10}КПП773601001/)
  assert.match(before.text, /Исполнено\d\d\.\d\d\.\d{4}\(EXECUTED\)$/)
  await own.db.q
    .updateTable('payment_method')
    .set({ holder_name: 'ООО «Другое имя»' })
    .where('id', '=', payee.methodId)
    .execute()
  assert.equal((await orderOf(row.id)).text, before.text)
  await addFileAgreement(own)
})

test('an order that the bank did not execute carries its reason', async () => {
  await addTransferBank(own, peer.bank.api)
  const row = await rowFor(own, await addFirm(own, { tail: '2002' }), 10_000)
  await pay(own, [row])
  await visit(row.id)
  assert.equal(await visit(row.id), 'rejected')
  assert.match((await orderOf(row.id)).text, /Отклонено.*Недостаточносредствнасчёте$/)
  await addFileAgreement(own)
})

test('changed requisites, a phone, another company and people without a role are refused', async () => {
  const phone = await rowFor(own, await addPayee(own), 10_000)
  await pay(own, [phone])
  const { id: handedOver, payee } = await payToAccount(own, [10_000])
  const row = await rowFor(own, payee, 10_000)
  await api.send(payment.save, { body: { payments: [row] } })
  const { id } = row
  const calls = [paymentOrder.getOrder, paymentOrder.getOrderPdf] as const
  for (const call of calls) {
    const refused = await api.refused(call, { query: { id: phone.id } })
    assert.deepEqual([refused.status, refused.code], [409, 'payment.no-order'])
    assert.match(refused.message, /на карту или по номеру телефона/)
    const foreign = await other.operator.api.refused(call, { query: { id } })
    assert.equal(foreign.code, 'common.not-found')
    assert.equal((await nobody.refused(call, { query: { id } })).status, 401)
    assert.equal((await own.user.api.refused(call, { query: { id } })).code, 'access.denied')
  }
  await own.db.q
    .updateTable('payment_method')
    .set({ payee_key: Buffer.alloc(32, 1) })
    .where('id', '=', payee.methodId)
    .execute()
  for (const call of calls)
    assert.equal((await api.refused(call, { query: { id } })).code, 'payment.method-changed')
  // What was handed over says what it said then.
  assert.match((await orderOf(handedOver)).text, /Получатель/)
})
