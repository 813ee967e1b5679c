import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import iconv from 'iconv-lite'
import { inWindows } from '#test/builders/bank-files/bank-statement.ts'
import { readBytes, saidOf } from '#test/builders/bank-files/read-bytes.ts'
import { classifyLine, type Candidate } from '../classify-line.ts'
import { isSure } from '../statement-file.ts'

const folder = path.resolve(import.meta.dirname, '../../../../../../../test/fixtures/statements')
const OURS = '40702810500000000001'
const bytesOf = (name: string) => readFileSync(path.join(folder, `${name}.txt`))
const textOf = (name: string) => iconv.decode(bytesOf(name), 'windows-1251')
const right = textOf('right-one-day')
const record = right.slice(right.indexOf('СекцияДокумент'), right.indexOf('КонецФайла'))
const changed = (from: string | RegExp, to: string) => right.replace(from, to)

/** The payment that each statement of the folder has debited. */
const payment = (amountKop: number): Candidate => ({
  id: 'p',
  payerAccount: OURS,
  byFile: true,
  marker: 'ABCDEF',
  standsFor: null,
  amountKop,
  account: '40817810000000000003',
  bik: '044525225',
  inn: null,
  number: 1,
  date: '2026-11-10',
  status: 'registered',
  isReturned: false,
  isDisowned: false,
  isLinked: false,
  linkedBySum: null,
})

/** What each line comes to beside the payment, with what is doubted. */
async function judged(bytes: Uint8Array | string, amountKop = 25_000) {
  const read = await readBytes(bytes)
  return {
    ...read,
    verdicts: read.lines.map((line) => {
      const head = read.statements.find(({ account }) => account === line.account)!
      const context = { account: head.account, candidates: [payment(amountKop)], sameLines: 1 }
      return classifyLine(line, { ...context, isProven: isSure(head, line) }).status
    }),
  }
}

for (const name of [
  'right-one-day',
  'days-newest-first',
  'trailing-ctrl-z',
  'purpose-with-line-break',
])
  test(`${name}: matched, with its balances and without a doubt`, async () => {
    const { head, lines, verdicts, leftOut } = await judged(bytesOf(name))
    assert.deepEqual(verdicts, ['matched'])
    assert.deepEqual([head.doubts, lines[0]!.doubts, leftOut], [[], [], []])
    assert.deepEqual(head.balances, {
      openingKop: 100_000,
      creditKop: 0,
      debitKop: 25_000,
      closingKop: 75_000,
    })
  })

test('a broken purpose is joined, and a mark broken in two is one', async () => {
  const { lines } = await judged(bytesOf('purpose-with-line-break'))
  assert.equal(lines[0]!.purpose, 'Оплата по акту 12 [П:ABCDEF] от 10.11.2026 без НДС')
  const halves = await judged(changed('[П:ABCDEF]', 'по акту [П:ABC\r\nDEF] и ещё'))
  assert.equal(halves.lines[0]!.purpose, 'Оплата по акту [П:ABCDEF] и ещё')
  assert.deepEqual(halves.verdicts, ['matched'])
  const alone = await judged(changed('Оплата [П:ABCDEF]', 'Оплата\r\n[П:ABCDEF]'))
  assert.deepEqual(alone.verdicts, ['matched'])
})

test('what of a broken purpose looks like a field is kept beside it, as a doubt', async () => {
  const { lines, verdicts } = await judged(bytesOf('purpose-break-with-equals'))
  assert.deepEqual(verdicts, ['suggested'])
  assert.equal(lines[0]!.amountKop, 25_000)
  assert.equal(lines[0]!.purpose, 'Оплата по акту 12 Сумма=999.00 [П:ABCDEF]')
  assert.match(lines[0]!.doubts[0]!, /^Строка 35: «Сумма=999\.00 .*ещё одно поле «Сумма»/)
  const strange = await judged(changed(' [П:ABCDEF]', '\r\nпо договору № 5 = [П:ABCDEF]'))
  assert.equal(strange.lines[0]!.purpose, 'Оплата по договору № 5 = [П:ABCDEF]')
  assert.match(strange.lines[0]!.doubts[0]!, /^Строка 44: .*не поле записи, это показано в назн/)
  assert.deepEqual(strange.verdicts, ['suggested'])
  // A field that was not named yet, with our mark in it.
  const field = await judged(changed('Оплата [П:ABCDEF]', 'Оплата\r\nКод=5 [П:ABCDEF]'))
  assert.deepEqual([field.verdicts, field.lines[0]!.doubts.length], [['suggested'], 1])
  // Fields of the bank alone, without our mark, are words and nothing more.
  const own = await judged(changed('КонецДокумента', 'УИП=0\r\nКонецДокумента'))
  assert.deepEqual([own.verdicts, own.lines[0]!.purpose], [['matched'], 'Оплата [П:ABCDEF] УИП=0'])
})

test('a sum or an account that a broken purpose brings before the right one is doubted too', async () => {
  const early = record
    .replace('Сумма=250.00\r\n', '')
    .replace('КонецДокумента', 'Сумма=250.00\r\nКонецДокумента')
    .replace('[П:ABCDEF]', '[П:ABCDEF]\r\nСумма=1000.00')
  const said = await saidOf(right.replace(record, early))
  assert.match(said, /Обороты не сходятся: всего списано 250,00 ₽, а по записям 1 000,00 ₽/)
  const account = record
    .replace('ПолучательСчет=40817810000000000003\r\n', '')
    .replace('КонецДокумента', 'ПолучательСчет=40817810000000000009\r\nКонецДокумента')
    .replace('[П:ABCDEF]', '[П:ABCDEF]\r\nПолучательСчет=40817810000000000003')
  assert.deepEqual((await judged(right.replace(record, account))).verdicts, ['suggested'])
})

test('a statement without posting days is read by its documents and only suggests', async () => {
  const { lines, verdicts, head } = await judged(bytesOf('no-posting-dates'))
  assert.deepEqual([verdicts, lines[0]!.bookedOn], [['suggested'], '2026-11-10'])
  assert.deepEqual(lines[0]!.doubts, ['Банк не назвал день проводки: взят день документа'])
  assert.notEqual(head.balances, null)
  const neither = textOf('no-posting-dates').replace('Дата=10.11.2026\r\n', '')
  assert.equal(await saidOf(neither), 'Строка 20: в записи нет ни «ДатаСписано», ни «Дата»')
})

for (const [name, missing] of [
  ['no-turnovers', 'ВсегоПоступило», «ВсегоСписано'],
  ['empty-closing', 'КонечныйОстаток'],
] as const)
  test(`${name}: read as without balances, which is said, and only suggested`, async () => {
    const { head, verdicts } = await judged(bytesOf(name))
    assert.deepEqual([verdicts, head.balances], [['suggested'], null])
    assert.deepEqual(head.doubts, [
      `Остатков в файле нет: в части со строки 11 не указано «${missing}»`,
    ])
  })

test('roubles are read beside another currency, whose account and records are named', async () => {
  const { verdicts, leftOut, statements } = await judged(bytesOf('foreign-currency-beside'))
  assert.deepEqual([verdicts, statements.length], [['matched'], 1])
  const what = 'Счёт 40702840900000000002 не в рублях (валюта: код 840)'
  assert.deepEqual(leftOut, [{ what, records: 0 }])
  const dollars = record.replace(OURS, '40702840900000000002').replace('Номер=1', 'Валюта=USD')
  const beside = textOf('foreign-currency-beside').replace('КонецФайла', `${dollars}КонецФайла`)
  const both = await judged(beside)
  assert.deepEqual([both.verdicts, both.leftOut], [['matched'], [{ what, records: 1 }]])
})

test('thousands may be parted, kopecks too; a sum is exact or the file is refused', async () => {
  const { verdicts, head } = await judged(bytesOf('spaced-thousands'), 125_000)
  assert.deepEqual([verdicts, head.balances!.closingKop], [['matched'], 875_000])
  const spaced = textOf('spaced-thousands')
  for (const told of ['1250-00', '1 250-00', '1 250,00', '1\u00a0250,00', '1250', '1250,0'])
    assert.deepEqual((await judged(spaced.replaceAll('1 250.00', told), 125_000)).verdicts, [
      'matched',
    ])
  for (const told of ['1 25.00', '1250-0', '1,250.00', '1.250,00', '1250--00', '12 50.00'])
    assert.match(
      await saidOf(spaced.replace('Сумма=1 250.00', `Сумма=${told}`)),
      /^Строка 23: «Сумма» /,
    )
})

test('a document without money is shown and matched with nothing', async () => {
  const { verdicts, lines } = await judged(bytesOf('zero-sum-document'))
  assert.deepEqual(verdicts, ['matched', 'ignored'])
  assert.deepEqual([lines[1]!.amountKop, lines[1]!.markers], [0, ['ABCDEF']])
})

test('a posting outside the period is read with a doubt beside it', async () => {
  const { verdicts, lines } = await judged(bytesOf('posted-outside-period'))
  assert.deepEqual(verdicts, ['suggested'])
  assert.deepEqual(lines[0]!.doubts, [
    'День проводки 21.11.2026 вне периода выписки 01.11.2026 – 20.11.2026',
  ])
})

test('words of the format may stand in capitals, small letters and with «ё»', async () => {
  for (const change of [
    (word: string) => word.toUpperCase(),
    (word: string) => word.toLowerCase(),
  ]) {
    const text = right.replaceAll(/^[А-Яа-я]+(?==|\r)/gmu, change)
    assert.deepEqual((await judged(text)).verdicts, ['matched'])
  }
  const { verdicts } = await judged(changed(/СекцияРасчСчет/g, 'СекцияРасчСчёт'))
  assert.deepEqual(verdicts, ['matched'])
})

test('a file about several accounts is a statement of each, and what passes between them is two lines', async () => {
  const second = '40702810300000000007'
  const beside = right
    .replace(`РасчСчет=${OURS}`, `РасчСчет=${OURS}\r\nРасчСчет=${second}`)
    .replace(
      'СекцияДокумент',
      `СекцияРасчСчет\r\nРасчСчет=${second}\r\nНачальныйОстаток=0.00\r\nВсегоПоступило=0\r\nВсегоСписано=0\r\nКонечныйОстаток=0\r\nКонецРасчСчет\r\nСекцияДокумент`,
    )
  const alone = await judged(beside)
  assert.deepEqual(
    alone.statements.map(({ account, count }) => [account, count]),
    [
      [OURS, 1],
      [second, 0],
    ],
  )
  const moved = record
    .replace('40817810000000000003', second)
    .replace('ДатаПоступило=', 'ДатаПоступило=10.11.2026')
    .replace(' [П:ABCDEF]', '')
  const both = beside
    .replace(record, record + moved)
    .replace('ВсегоСписано=250', 'ВсегоСписано=500')
    .replace('КонечныйОстаток=750.00', 'КонечныйОстаток=500.00')
    .replace(
      'ВсегоПоступило=0\r\nВсегоСписано=0\r\nКонечныйОстаток=0\r',
      'ВсегоПоступило=250\r\nВсегоСписано=0\r\nКонечныйОстаток=250\r',
    )
  const { lines } = await judged(both)
  assert.deepEqual(
    lines.map(({ account, direction }) => [account, direction]),
    [
      [OURS, 'debit'],
      [OURS, 'debit'],
      [second, 'credit'],
    ],
  )
})

test('a record between the account and itself is a doubted line, whether the bank counts it or not', async () => {
  const own = record.replace('40817810000000000003', OURS).replace('Номер=1', 'Номер=2')
  const silent = await judged(right.replace(record, record + own))
  assert.deepEqual(silent.lines[1]!.doubts, ['Плательщик и получатель — один и тот же счёт'])
  const counted = right
    .replace(record, record + own)
    .replace('ВсегоСписано=250', 'ВсегоСписано=500')
    .replace(/(ВсегоСписано=500\r\nВсегоПоступило)=0/, '$1=250')
  assert.deepEqual((await judged(counted)).verdicts[0], 'matched')
})

test('records of accounts that the file does not name are named as left out', async () => {
  const foreign = record.replace(OURS, '40702810700000000009')
  const { verdicts, leftOut } = await judged(right.replace(record, record + foreign))
  assert.deepEqual(verdicts, ['matched'])
  assert.deepEqual(leftOut, [{ what: 'Записи о счетах, которых нет в начале файла', records: 1 }])
})

test('a file without its end is refused with the line, however whole it looks', async () => {
  const open = right.slice(0, right.indexOf('КонецФайла'))
  assert.match(await saidOf(open), /^Файл обрезан: после строки 44 нет строки «КонецФайла»/)
  const cut = right.slice(0, right.indexOf('КонецДокумента'))
  assert.match(
    await saidOf(cut),
    /^Файл обрезан в строке 43: запись, начатая в строке 29, не закон/,
  )
  assert.match(await saidOf(`${right}\u001aСумма`), /Строка 46: служебные знаки/)
})

test('formats that are not taken are named, with those that are', async () => {
  for (const [bytes, words] of [
    ['%PDF-1.7\n%âãÏÓ', 'Это документ PDF'],
    [':20:STARTUMS\r\n:25:40702810500000000001', 'Это выписка MT940'],
    ['{1:F01SABRRUMMAXXX0000000000}', 'Это выписка MT940'],
    ['Дата;Номер;Сумма\r\n10.11.2026;1;250,00', 'Это таблица CSV'],
    ['<!DOCTYPE html><html><body>Выписка</body></html>', 'Это страница HTML'],
    ['{"operations":[]}', 'Это файл JSON'],
    ['просто текст', 'Это не выписка 1С'],
  ] as const) {
    const said = await saidOf(inWindows(bytes))
    assert.ok(said.startsWith(`${words}. Принимаются выписка 1С (kl_to_1c.txt), camt.053`), said)
  }
})
