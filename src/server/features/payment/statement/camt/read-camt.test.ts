import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { camtText, schemaFaults, type CamtEntry } from '#test/builders/bank-files/camt-statement.ts'
import { PAYER_ACCOUNT } from '#test/builders/bank-files/file-agreement.ts'
import { readAnyStatement } from '../read-any-statement.ts'
import { StatementProblem, type FileLine } from '../statement-file.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-camt-'))
after(() => rm(dir, { recursive: true, force: true }))
const file = path.join(dir, 'statement.xml')

async function read(text: string | Uint8Array) {
  await writeFile(file, text)
  const lines: FileLine[] = []
  const head = await readAnyStatement(file, (line) => lines.push(line))
  assert.ok(head.format === 'camt.053')
  return { head, lines }
}
async function said(text: string | Uint8Array): Promise<string> {
  try {
    await read(text)
  } catch (error) {
    if (error instanceof StatementProblem) return error.said
    throw error
  }
  return 'taken'
}

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
      format: 'camt.053',
      account: PAYER_ACCOUNT,
      from: '2026-10-05',
      to: '2026-10-06',
      balances: {
        openingKop: 25_000_000,
        creditKop: 800_000,
        debitKop: 1_236_467,
        closingKop: 24_563_533,
      },
      count: 3,
    })
    const { key, ...first } = lines[0]!
    assert.match(key, /^[0-9a-f]{64}$/)
    assert.deepEqual(first, {
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
  const wrong = { ...several, parts: ['10.00', '21.00'] }
  assert.match(
    await said(camtText({ ...period, closing: '249970.00', entries: [wrong] })),
    /Операция 1: части дают 31,00 ₽, а вся операция 30,00 ₽/,
  )
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
    [camtText({ ...good, entries: [{ ...pay, currency: 'USD' }] }), /Валюта «USD»/],
    [text.replace('<Ccy>RUB</Ccy>', '<Ccy>EUR</Ccy>'), /Валюта «EUR»/],
    [camtText({ ...good, entries: [{ ...pay, sum: '-1.00' }] }), /меньше нуля/],
    [camtText({ ...good, entries: [{ ...pay, sum: '1.005' }] }), /не как сумма/],
    [camtText({ ...good, entries: [{ ...pay, sum: '0.00' }] }), /сумма равна нулю/],
    [camtText({ ...good, entries: [{ ...pay, sum: '9'.repeat(20) }] }), /больше, чем бывает/],
    [camtText({ ...good, entries: [{ ...pay, day: '2025-10-05' }] }), /05\.10\.2025 вне периода/],
    [camtText({ ...good, entries: [{ ...pay, day: '2026-02-30' }] }), /Дата записана неверно/],
    [text.replace('<CdtDbtInd>DBIT</CdtDbtInd>', '<CdtDbtInd>BOTH</CdtDbtInd>'), /списание это/],
    [text.replaceAll(PAYER_ACCOUNT, '4070281'), /номер счёта записан неверно/],
    [text.replace('camt.053.001.08', 'camt.054.001.08'), /ожидается документ camt\.053/],
    [text.replace('<Stmt>', '<Stmt></Stmt><Stmt>'), /несколько выписок/],
    [text.replace('UTF-8', 'koi8-r'), /Кодировка файла «koi8-r»/],
    [Buffer.from([...Buffer.from(text), 0x80]), /кодировке|повреждён/],
    [text.replace('?>', '?><!DOCTYPE d [<!ENTITY a "aaaa">]>'), /DOCTYPE/],
    [text.replace('Иванов Иван', 'И'.repeat(5000)), /длиннее 4096/],
    [text.replace('<Ntry>', `<Ntry>${'<AddtlNtryInf/>'.repeat(6000)}`), /длиннее, чем бывает/],
    [`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>`, /нет выписки/],
    ['<html></html>', /ожидается документ camt\.053/],
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
