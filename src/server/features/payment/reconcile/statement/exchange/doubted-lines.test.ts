import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { payment } from '#contract/payment/payment.ts'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import {
  inWindows,
  statementForm,
  statementText,
} from '#test/builders/bank-files/bank-statement.ts'
import { camtText } from '#test/builders/bank-files/camt-statement.ts'
import { addFileAgreement, PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { dayAgo, sendByFile } from '#test/builders/bank-files/paid-by-file.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await world.services.jobs.start([{ name: 'payment.work', handler: async () => undefined }])
const SECOND = '40702810900000000002'
await addFileAgreement(own)
const { manager, operator } = own
let from = 0
/** Each file has another period, so that none is the same bytes. */
const period = () => ({ from: dayAgo(++from), to: dayAgo(0) })
const statusOf = async (id: string) =>
  (await operator.api.send(payment.get, { query: { id } })).status

async function post(text: string, name = 'kl_to_1c.txt') {
  const bytes = text.startsWith('<') ? Buffer.from(text) : inWindows(text)
  const form = await statementForm([{ name, bytes }])
  const url = paymentStatement.importBankFile.path
  const answer = await manager.api.raw({ method: 'POST', url, ...form })
  return {
    status: answer.statusCode,
    files: answer.json<ImportedFile[]>(),
    message: answer.json<{ message: string }>().message,
  }
}

async function linesOf(text: string) {
  const { files, status, message } = await post(text)
  assert.equal(status, 200, message)
  const query = { filter: { statement_id: files[0]!.statement!.id } }
  const { items } = await manager.api.send(paymentStatement.getStatementLines, { query })
  return { items, statement: files[0]!.statement! }
}

test('a doubted line is a suggestion with its doubt beside it, and pays when a person confirms', async () => {
  const { id, line } = await sendByFile(own, [41_000])
  const text = statementText({ ...period(), lines: [line] }).replace(/ДатаСписано=.*\r\n/, '')
  const { items, statement } = await linesOf(text)
  assert.equal(statement.balanced, true)
  const [told] = items
  assert.deepEqual([told!.match_status, told!.decision], ['suggested', 'confirm'])
  assert.deepEqual(told!.doubts, ['Банк не назвал день проводки: взят день документа'])
  assert.match(told!.why, /Есть сомнения, поэтому подтвердите сами$/)
  assert.equal(await statusOf(id), 'registered')
  await manager.api.send(paymentStatement.matchLine, { body: { ids: [told!.id] } })
  assert.equal(await statusOf(id), 'paid')
})

test('a line whose day was a guess is known when another file tells its day', async () => {
  const { line } = await sendByFile(own, [41_100])
  const booked = { ...line, docDay: dayAgo(2), day: dayAgo(0) }
  const thin = statementText({ ...period(), lines: [booked] }).replace(/ДатаСписано=.*\r\n/, '')
  assert.equal((await linesOf(thin)).items[0]!.booked_on, dayAgo(2))
  const whole = await linesOf(statementText({ ...period(), lines: [booked] }))
  assert.deepEqual([whole.items, whole.statement.known_count], [[], 1])
})

test('partial balances are said in the head and prove nothing; a document without money is shown', async () => {
  const { id, line } = await sendByFile(own, [41_200])
  const text = statementText({ ...period(), lines: [line, { ...line, kop: 0, number: 7 }] })
  const { items, statement } = await linesOf(text.replace(/ВсегоСписано=.*\r\n/, ''))
  assert.equal(statement.balanced, false)
  assert.match(statement.doubts[0]!, /^Остатков в файле нет: .* не указано «ВсегоСписано»$/)
  const zero = items.find(({ amount_kop: kop }) => kop === 0)!
  assert.deepEqual([zero.match_status, zero.payment, zero.decision], ['ignored', null, null])
  assert.equal(zero.why, 'Сумма равна нулю: денег по этой записи не прошло')
  assert.equal(await statusOf(id), 'registered')
})

test('the id of a payment that a bank repeats names it without a mark, and with another mark names nothing', async () => {
  const [sent, other] = [await sendByFile(own, [41_400]), await sendByFile(own, [41_500])]
  const entry = {
    sum: '414.00',
    day: dayAgo(0),
    account: sent.payee.account,
    bik: '044525225',
    purpose: ['Перевод'],
    endToEnd: sent.id.replaceAll('-', ''),
  }
  const whole = { ...period(), opening: '1000.00' }
  const marked = { ...entry, sum: '415.00', number: '9', purpose: [other.line.purpose!] }
  const odd = await linesOf(camtText({ ...whole, closing: '585.00', entries: [marked] }))
  assert.match(odd.items[0]!.why, /несколько меток/)
  assert.equal(await statusOf(sent.id), 'registered')
  const strange = { ...entry, endToEnd: 'f'.repeat(32), number: '8' }
  const none = await linesOf(camtText({ ...whole, closing: '586.00', entries: [strange] }))
  assert.equal(none.items[0]!.match_status, 'suggested')
  const { items } = await linesOf(camtText({ ...whole, closing: '586.00', entries: [entry] }))
  assert.equal(items[0]!.match_status, 'matched')
  assert.equal(await statusOf(sent.id), 'paid')
  // The same line in another file of the bank, with another number, is known.
  const again = { ...entry, number: '0000000' }
  const known = await linesOf(
    camtText({ ...whole, ...period(), closing: '586.00', entries: [again] }),
  )
  assert.equal(known.statement.known_count, 1)
})

test('of a file about several accounts each of ours has a statement, and the others are named', async () => {
  const { id, line } = await sendByFile(own, [41_300])
  const text = statementText({ ...period(), lines: [line] }).replace(
    `РасчСчет=${PAYER_ACCOUNT}`,
    `РасчСчет=${PAYER_ACCOUNT}\r\nРасчСчет=${SECOND}\r\nРасчСчет=40702840900000000002`,
  )
  const first = await post(text)
  assert.deepEqual(
    first.files.map(({ statement }) => statement!.account),
    [PAYER_ACCOUNT],
  )
  const left = first.files[0]!.statement!.left_out
  assert.deepEqual(
    left.map(({ what }) => what.slice(0, 27)),
    ['Счёт 40702840900000000002 н', 'Счёт …0002 не указан среди '],
  )
  assert.equal(await statusOf(id), 'paid')
  // Once the other account has its agreement, the same file is taken for it, and nothing twice.
  await addFileAgreement(own, SECOND)
  const second = await post(text)
  assert.deepEqual(
    second.files.map(({ statement, repeated }) => [statement!.account, repeated]),
    [
      [PAYER_ACCOUNT, true],
      [SECOND, false],
    ],
  )
})

test('a table of an office in place of a statement is named, with what is taken', async () => {
  const { zipSync } = await import('fflate')
  const bytes = zipSync({
    '[Content_Types].xml': new Uint8Array(9),
    'xl/workbook.xml': new Uint8Array(9),
  })
  const form = await statementForm([{ name: 'выписка.xlsx', bytes }])
  const url = paymentStatement.importBankFile.path
  const answer = await manager.api.raw({ method: 'POST', url, ...form })
  assert.equal(answer.statusCode, 400)
  assert.match(
    answer.json<{ message: string }>().message,
    /^Это таблица Excel \(XLSX\)\. Принимаются/,
  )
})

test('words of a payer with the line breaks of Unicode are a line like any other', async () => {
  const purpose = 'Оплата\u2028по договору\u2029№ 7'
  const entry = {
    sum: '10.00',
    day: dayAgo(0),
    account: '40817810900000000017',
    purpose: [purpose],
  }
  const { items } = await linesOf(camtText({ ...period(), entries: [entry] }))
  assert.deepEqual(
    items.map((line) => [line.amount_kop, line.purpose]),
    [[1000, purpose]],
  )
})
