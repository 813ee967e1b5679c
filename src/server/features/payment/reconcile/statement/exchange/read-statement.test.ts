import assert from 'node:assert/strict'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import {
  inWindows,
  statementText,
  type BankLine,
} from '#test/builders/bank-files/bank-statement.ts'
import { readBytes, saidOf } from '#test/builders/bank-files/read-bytes.ts'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'

const [read, said] = [readBytes, saidOf]

const PAYEE = '40817810900000000017'
const pay: BankLine = {
  kop: 1_234_567,
  day: '2026-10-05',
  number: '000017',
  account: PAYEE,
  bik: '044525974',
  purpose: 'Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]',
}
const fee: BankLine = { kop: 1900, day: '2026-10-05', number: 903_112, operation: '17' }
const back: BankLine = {
  kop: 800_000,
  day: '2026-10-06',
  number: 551,
  account: '40817810300000000002',
  purpose: 'Возврат: счет получателя закрыт. [П:7QK4WM]',
  credit: true,
}
const period = { from: '2026-10-05', to: '2026-10-06' }
const good = statementText({ ...period, lines: [pay, fee, back] })

test('a statement is read with its lines, marks and balances', async () => {
  const { head, lines } = await read(inWindows(good))
  assert.deepEqual(head, {
    account: PAYER_ACCOUNT,
    ...period,
    balances: {
      openingKop: 25_000_000_000,
      creditKop: 800_000,
      debitKop: 1_236_467,
      closingKop: 24_999_563_533,
    },
    doubts: [],
    count: 3,
  })
  assert.deepEqual(
    lines.map(({ direction, amountKop, markers }) => [direction, amountKop, markers]),
    [
      ['debit', 1_234_567, ['01J9Z3']],
      ['debit', 1900, []],
      ['credit', 800_000, ['7QK4WM']],
    ],
  )
  assert.deepEqual(
    [lines[0]!.number, lines[0]!.docDate, lines[0]!.payeeAccount, lines[0]!.payeeBik],
    ['000017', '2026-10-05', PAYEE, '044525974'],
  )
})

test('each encoding and each kind of line end reads the same', async () => {
  const expected = await read(inWindows(good))
  for (const bytes of [
    Buffer.from(good),
    Buffer.from(`\ufeff${good}`),
    iconv.encode(good, 'cp866'),
    iconv.encode(good, 'utf-16le', { addBOM: true }),
    inWindows(good.replaceAll('\r\n', '\r')),
    inWindows(good.replaceAll('\r\n', '\n')),
  ])
    assert.deepEqual(await read(bytes), expected)
  // A table without «№».
  const plain = good.replaceAll('№', 'N')
  assert.deepEqual(await read(iconv.encode(plain, 'koi8-r')), await read(plain))
})

test('other encodings and other files are refused in words', async () => {
  // A text of UTF-8 with one letter of another table.
  const mixed = Buffer.concat([Buffer.from(good), Buffer.from([0xcf, 0xf0])])
  assert.match(await said(mixed), /записана в незнакомой кодировке/)
  assert.match(await said(''), /Файл пуст/)
  assert.match(await said(`<?xml version="1.0"?>\nКодировка=`), /повреждён/)
  assert.match(await said(good.replace('1CClient', 'Client')), /первая строка/)
  assert.match(
    await said(good.replace('Отправитель=', 'Отправитель=\u0007')),
    /Строка 4: служебные знаки/,
  )
  assert.match(await said(good.replace('Банк-Клиент', 'Б'.repeat(5000))), /Строка 4 длиннее 4096/)
})

test('a file that is cut anywhere is refused', async () => {
  const lines = good.trimEnd().split('\r\n')
  for (let kept = 0; kept < lines.length; kept++)
    assert.notEqual(await said(lines.slice(0, kept).join('\r\n')), 'taken', String(kept))
  const bytes = inWindows(good.trimEnd())
  for (let end = bytes.length - 1; end > bytes.length - 200; end -= 7)
    assert.notEqual(await said(bytes.subarray(0, end)), 'taken', String(end))
})

test('balances and turnovers that do not add up are told', async () => {
  const changed = (key: string, value: string) =>
    said(good.replace(new RegExp(`${key}=.*`), `${key}=${value}`))
  assert.match(
    await changed('КонечныйОстаток', '1.00'),
    /^Строка 9\. Остатки не сходятся: 250 000 000,00 ₽/,
  )
  assert.match(await changed('НачальныйОстаток', '1.00'), /Остатки не сходятся/)
  const turned = good.replace('ВсегоСписано=12364.67', 'ВсегоСписано=12365.67')
  const closed = turned.replace(/КонечныйОстаток=.*/, 'КонечныйОстаток=249995634.33')
  assert.match(await said(closed), /Обороты не сходятся: всего списано 12 365,67 ₽, а по записям/)
  const bare = await read(inWindows(statementText({ ...period, lines: [pay], bare: true })))
  assert.equal(bare.head.balances, null)
})

test('sums, dates, currencies and accounts that cannot be are refused with their line', async () => {
  const sum = (value: string) => said(good.replace('Сумма=12345.67', `Сумма=${value}`))
  assert.match(await sum('-12345.67'), /Строка \d+: «Сумма» меньше нуля: -12345\.67/)
  assert.match(await sum('9223372036854775808.00'), /больше, чем бывает/)
  assert.match(await sum('99999999999999999999999999'), /больше, чем бывает/)
  for (const value of ['', '1e5', '12 34.67', '1.234', '250-0', '1,250.00', 'NaN', '0x10'])
    assert.match(await sum(value), /не указано «Сумма»|записано не как сумма/, value)
  const day = (value: string) =>
    said(good.replace('ДатаСписано=05.10.2026', `ДатаСписано=${value}`))
  for (const value of ['31.02.2026', '2026-10-05', '5.10.26'])
    assert.match(await day(value), /записано не как дата/, value)
  const dollars = PAYER_ACCOUNT.replace('810', '840')
  assert.match(
    await said(good.replaceAll(PAYER_ACCOUNT, dollars)),
    /не в рублях \(валюта: код 840\): принимаются/,
  )
  assert.match(
    await said(good.replace('ВидОплаты=01', 'Валюта=USD\r\nВидОплаты=01')),
    /валюта «USD»/,
  )
})

test('what stands after the end or outside a section is no statement', async () => {
  assert.match(await said(`${good}СекцияДокумент=Платежное поручение`), /после «КонецФайла»/)
  assert.match(
    await said(good.replace('КонецДокумента\r\n', '')),
    /Строка 29: запись, начатая в строке 18, не закончена/,
  )
  assert.match(
    await said(good.replace('КонецРасчСчет', 'КонецДокумента')),
    /Строка 17: «КонецДокумента» без начала/,
  )
  assert.match(await said(good.replace('Отправитель=', 'Отправитель')), /Строка 4: .* таких строк/)
  const orphan = good.replace('КонецФайла', 'Сумма=1.00\r\nКонецФайла')
  assert.match(await said(orphan), /поле «Сумма» стоит вне записи/)
})

test('equal operations of one day are different lines, and the same in an overlapping file', async () => {
  const twice = await read(inWindows(statementText({ ...period, lines: [fee, fee, pay] })))
  assert.equal(new Set(twice.lines.map(({ key }) => key)).size, 3)
  const other = await read(
    inWindows(statementText({ from: '2026-10-01', to: '2026-10-31', lines: [pay, fee, fee] })),
  )
  assert.deepEqual(
    other.lines.map(({ key }) => key).toSorted(),
    twice.lines.map(({ key }) => key).toSorted(),
  )
})

test('a statement of more lines than are taken at once is refused with what to do', async () => {
  const one = statementText({ ...period, lines: [pay], bare: true })
  const from = one.indexOf('СекцияДокумент')
  const to = one.indexOf('КонецФайла')
  const many = one.slice(0, from) + one.slice(from, to).repeat(50_001) + one.slice(to)
  assert.match(
    await said(many),
    /^Строка 600009: в выписке больше 50 000 записей: разделите период$/,
  )
})
