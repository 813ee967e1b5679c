import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camtText, schemaFaults, type CamtEntry } from '#test/builders/bank-files/camt-statement.ts'
import { readBytes, saidOf } from '#test/builders/bank-files/read-bytes.ts'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'

const [read, said] = [readBytes, saidOf]

const PAYEE = '40817810900000000017'
const pay: CamtEntry = {
  sum: '12345.67',
  day: '2026-10-05',
  number: '17',
  account: PAYEE,
  bik: '044525974',
  purpose: ['Оплата по акту №А-42 от 05.10.2026 за лом.', 'НДС не облагается. [П:01J9Z3]'],
}
const fee: CamtEntry = { sum: '19.00', day: '2026-10-05', charge: true }
const back: CamtEntry = {
  sum: '8000.00',
  day: '2026-10-06',
  credit: true,
  reversal: true,
  account: '40817810300000000002',
  purpose: ['Счёт получателя закрыт [П:7QK4WM]'],
}
const period = { from: '2026-10-05', to: '2026-10-06', opening: '250000.00', closing: '245635.33' }
const good = { ...period, entries: [pay, fee, back] }

for (const version of ['camt.053.001.08', 'camt.053.001.02'] as const)
  test(`a statement in ${version} is read with its lines, marks and balances`, async () => {
    const text = camtText({ ...good, version })
    assert.deepEqual(await schemaFaults(text, version), [], 'the builder writes what banks write')
    const { head, lines } = await read(text)
    assert.deepEqual(head, {
      account: PAYER_ACCOUNT,
      from: '2026-10-05',
      to: '2026-10-06',
      balances: {
        openingKop: 25_000_000,
        creditKop: 800_000,
        debitKop: 1_236_467,
        closingKop: 24_563_533,
      },
      doubts: [],
      count: 3,
    })
    const { key, ...first } = lines[0]!
    assert.match(key, /^[0-9a-f]{64}$/)
    assert.deepEqual(first, {
      account: PAYER_ACCOUNT,
      direction: 'debit',
      bookedOn: '2026-10-05',
      number: '17',
      docDate: null,
      amountKop: 1_234_567,
      payerBik: null,
      payerInn: null,
      payerAccount: PAYER_ACCOUNT,
      payeeAccount: PAYEE,
      payeeBik: '044525974',
      counterparty: 'Иванов Иван',
      purpose: 'Оплата по акту №А-42 от 05.10.2026 за лом. НДС не облагается. [П:01J9Z3]',
      operation: null,
      markers: ['01J9Z3'],
      endToEndId: null,
      doubts: [],
    })
    assert.deepEqual([lines[1]!.operation, lines[1]!.amountKop], ['17', 1900])
    assert.deepEqual(
      [lines[2]!.direction, lines[2]!.purpose, lines[2]!.markers],
      ['credit', 'Возврат. Счёт получателя закрыт [П:7QK4WM]', ['7QK4WM']],
    )
  })

test('an operation of several transactions is a line of each, and its parts add up', async () => {
  const several = { ...pay, sum: '30.00', parts: ['10.00', '20.00'] }
  const { lines } = await read(camtText({ ...period, closing: '249970.00', entries: [several] }))
  assert.deepEqual(
    lines.map(({ amountKop }) => amountKop),
    [1000, 2000],
  )
  for (const [parts, words] of [
    [['10.00', '21.00'], 'Части операции дают 31,00 ₽, а вся она 30,00 ₽'],
    [[null, null], 'Платежей в операции: 2, а сумм каждого банк не назвал'],
  ] as const) {
    const thin = { ...several, parts }
    const read = await readBytes(camtText({ ...period, closing: '249970.00', entries: [thin] }))
    const [line, another] = read.lines
    assert.equal(another, undefined)
    assert.deepEqual([line!.amountKop, line!.payeeAccount, line!.markers], [3000, null, []])
    assert.deepEqual(line!.doubts, [words])
    assert.ok(line!.purpose!.includes('[П:01J9Z3]'))
  }
})

test('what is not booked yet is no line, and equal operations have keys of their own', async () => {
  const pending: CamtEntry = { ...pay, status: 'PDNG' }
  const { lines } = await read(camtText({ ...good, entries: [pending, pay, fee, back] }))
  assert.equal(lines.length, 3)
  const twice = camtText({ ...period, closing: '225308.66', entries: [pay, pay] })
  const { lines: two } = await read(twice)
  assert.notEqual(two[0]!.key, two[1]!.key)
  const { lines: again } = await read(twice)
  assert.deepEqual(again, two)
})

test('a statement without both balances proves nothing and is read', async () => {
  const { head } = await read(camtText({ ...good, opening: undefined, closing: undefined }))
  assert.equal(head.balances, null)
})

test('a document that is damaged, foreign or does not add up is refused with a sentence', async () => {
  const text = camtText(good)
  const cases: [string | Uint8Array, RegExp][] = [
    [text.slice(0, -40), /обрезан или повреждён/],
    [text.replace('250000.00', '250000.01'), /Остатки не сходятся/],
    [
      camtText({ ...good, entries: [{ ...pay, currency: 'USD' }] }),
      /Строка 6, операция 1: валюта «USD»/,
    ],
    [text.replace('<Ccy>RUB</Ccy>', '<Ccy>EUR</Ccy>'), /не в рублях \(валюта: EUR\)/],
    [camtText({ ...good, entries: [{ ...pay, sum: '-1.00' }] }), /меньше нуля/],
    [camtText({ ...good, entries: [{ ...pay, sum: '1.005' }] }), /не как сумма/],
    [camtText({ ...good, entries: [{ ...pay, sum: '9'.repeat(20) }] }), /больше, чем бывает/],
    [camtText({ ...good, entries: [{ ...pay, day: '2026-02-30' }] }), /Дата записана неверно/],
    [text.replace('<CdtDbtInd>DBIT</CdtDbtInd>', '<CdtDbtInd>BOTH</CdtDbtInd>'), /списание это/],
    [text.replaceAll(PAYER_ACCOUNT, '4070281'), /номер счёта записан неверно/],
    [text.replace('camt.053.001.08', 'camt.054.001.08'), /ожидается документ camt\.053/],
    [text.replace('<Stmt>', '<Stmt></Stmt><Stmt>'), /Строка 3: в выписке не указан счёт/],
    [text.replace('UTF-8', 'koi8-r'), /Кодировка файла «koi8-r»/],
    [Buffer.from([...Buffer.from(text), 0x80]), /кодировке|повреждён/],
    [text.replace('?>', '?><!DOCTYPE d [<!ENTITY a "aaaa">]>'), /DOCTYPE/],
    [text.replace('Иванов Иван', 'И'.repeat(5000)), /длиннее 4096/],
    [text.replace('<Ntry>', `<Ntry>${'<AddtlNtryInf/>'.repeat(6000)}`), /длиннее, чем бывает/],
    [`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>`, /нет выписки/],
    ['<html></html>', /Это страница HTML\. Принимаются/],
  ]
  for (const [bad, words] of cases) assert.match(await said(bad), words)
})

test('a byte order mark and UTF-16 are read as the same statement', async () => {
  const { lines } = await read(camtText(good))
  const marked = await read(`\ufeff${camtText(good)}`)
  assert.deepEqual(marked.lines, lines)
  const wide = Buffer.from(`\ufeff${camtText(good).replace('UTF-8', 'UTF-16')}`, 'utf16le')
  assert.deepEqual((await read(wide)).lines, lines)
})

for (const version of ['camt.053.001.10', 'camt.053.001.12'] as const)
  test(`a statement in ${version} is read as one in version 08`, async () => {
    const { lines } = await read(camtText(good))
    assert.deepEqual((await read(camtText({ ...good, version }))).lines, lines)
  })

test('a reversal is one by either word of the schema, and our id is kept', async () => {
  const id = '0193a5d0000070008000000000000001'
  const text = camtText({ ...good, entries: [{ ...pay, endToEnd: id }, fee, back] })
  const { lines } = await read(text.replace('<RvslInd>true', '<RvslInd>1'))
  assert.equal(lines[2]!.purpose, 'Возврат. Счёт получателя закрыт [П:7QK4WM]')
  assert.deepEqual([lines[0]!.endToEndId, lines[2]!.endToEndId], [id, null])
})

test('a moment with its offset is a day of the company, and a period may end with the next midnight', async () => {
  const moved = camtText({
    ...good,
    from: '2026-10-06',
    entries: [{ ...pay, day: '2026-10-06' }, fee, back],
  })
    .replaceAll('<BookgDt><Dt>2026-10-06</Dt>', '<BookgDt><DtTm>2026-10-05T22:30:00Z</DtTm>')
    .replace('<FrDtTm>2026-10-06T00:00:00<', '<FrDtTm>2026-10-05T21:00:00Z<')
    .replace('<ToDtTm>2026-10-06T23:59:59<', '<ToDtTm>2026-10-06T21:00:00Z<')
  const { head, lines } = await read(moved)
  assert.deepEqual([head.from, head.to], ['2026-10-06', '2026-10-06'])
  assert.deepEqual([lines[0]!.bookedOn, lines[0]!.doubts], ['2026-10-06', []])
  assert.equal((await readBytes(moved, 'UTC')).lines[0]!.bookedOn, '2026-10-05')
})

test('a posting outside the period or with its value date alone is doubted; money of zero is read', async () => {
  const outside = await read(
    camtText({ ...good, entries: [{ ...pay, day: '2026-10-09' }, fee, back] }),
  )
  assert.match(outside.lines[0]!.doubts[0]!, /^День проводки 09\.10\.2026 вне периода/)
  const text = camtText(good).replaceAll('BookgDt', 'ValDt')
  const { doubts } = (await read(text)).lines[0]!
  assert.deepEqual(doubts, ['Банк не назвал день проводки: взята дата валютирования'])
  const zero = { ...fee, sum: '0.00' }
  const { lines } = await read(camtText({ ...good, entries: [pay, fee, back, zero] }))
  assert.equal(lines[3]!.amountKop, 0)
})

test('parts of both directions are lines of their own, and come to the whole', async () => {
  const mixed = { ...pay, sum: '30.00', parts: ['40.00', '-10.00'] }
  const { lines, head } = await read(
    camtText({ ...period, closing: '249970.00', entries: [mixed] }),
  )
  assert.deepEqual(
    lines.map(({ direction, amountKop }) => [direction, amountKop]),
    [
      ['debit', 4000],
      ['credit', 1000],
    ],
  )
  assert.deepEqual([head.balances!.debitKop, head.balances!.creditKop], [4000, 1000])
})

test('several statements of an account are one, of several accounts one each; what is not taken is named', async () => {
  const days = [
    camtText({ ...period, to: '2026-10-05', closing: '237635.33', entries: [pay, fee] }),
    camtText({ ...period, from: '2026-10-06', opening: '237635.33', entries: [back] }),
  ]
  const statementOf = (text: string) => text.slice(text.indexOf('<Stmt>'), text.indexOf('</BkTo'))
  const both = (...texts: string[]) =>
    days[1]!.replace(statementOf(days[1]!), texts.map(statementOf).join('\n'))
  const { head, lines } = await read(both(days[1]!, days[0]!))
  assert.deepEqual(
    [head.from, head.to, head.count, lines.length],
    ['2026-10-05', '2026-10-06', 3, 3],
  )
  assert.equal(head.balances!.closingKop, 24_563_533)
  assert.match(await said(both(days[0]!, days[0]!)), /Остатки не сходятся: день кончился с/)
  const euros = days[0]!.replaceAll(PAYER_ACCOUNT, '40702978100000000004').replaceAll('RUB', 'EUR')
  const pending = { ...pay, status: 'PDNG' } as const
  const other = camtText({
    ...good,
    account: '40702810300000000007',
    entries: [pay, fee, back, pending],
  })
  const read2 = await read(both(days[0]!, euros, other))
  assert.deepEqual(
    read2.statements.map(({ account, count }) => [account, count]),
    [
      [PAYER_ACCOUNT, 2],
      ['40702810300000000007', 3],
    ],
  )
  assert.deepEqual(read2.leftOut, [
    { what: 'Счёт 40702978100000000004 не в рублях (валюта: EUR)', records: 2 },
    { what: 'Операции, которых банк ещё не провёл (PDNG)', records: 1 },
  ])
  const short = days[0]!.replace(
    '<Ntry>',
    '<TxsSummry><TtlNtries><NbOfNtries>3</NbOfNtries></TtlNtries></TxsSummry><Ntry>',
  )
  assert.deepEqual((await read(short)).head.doubts, ['Банк называет 3 операций, а в файле их 2'])
})
