import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { cellsOf } from '#test/builders/made-workbook.ts'
import type { Sheet, SheetColumn } from './columns.ts'
import { readCsv } from '#test/support/read-csv.ts'
import { sweepSize } from '#test/support/sweep-size.ts'
import { readXlsx } from './read-xlsx.ts'
import { neutral, writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

const BOUNDS = { bytes: 1_000_000, rows: 1000, columns: 30 }
// The twelve beginnings of security.md 6.5 and what they hide.
const FORMULAS = [
  '=1+1',
  '+7 (900)',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\u00a0=1',
  '＝1',
  '＋1',
].concat(['－1', '＠A', '=cmd|calc'])

const columns: SheetColumn[] = [
  { header: 'Код', kind: 'text', width: 12 },
  { header: 'Штук', kind: 'integer' },
  { header: 'Сумма', kind: 'money' },
  { header: 'Вес', kind: 'weight' },
  { header: 'Засор', kind: 'percent' },
  { header: 'День', kind: 'day' },
  { header: 'Время', kind: 'instant' },
  { header: 'Да', kind: 'flag' },
]
const row = ['0012', 3, 123_456_05, 12_480_500, 350, '2026-11-21', '2026-11-21T21:30:00Z', true]
const sheet: Sheet = {
  name: 'Выплаты: [2026]',
  columns,
  rows: [row],
  timeZone: 'Asia/Yekaterinburg',
}
const texts = (rows: string[]): Sheet => ({
  name: 'x',
  columns: [{ header: 'a', kind: 'text' }],
  rows: rows.map((one) => [one]),
})

/** The parts of an XLSX file by other programs than the one that wrote it: an unzipper and an XML parser. */
function opened(bytes: Uint8Array) {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
  const parts = unzipSync(bytes)
  const part = (name: string) => parser.parse(strFromU8(parts[name]!))
  const { worksheet } = part('xl/worksheets/sheet1.xml') as { worksheet: Worksheet }
  const { styleSheet } = part('xl/styles.xml') as { styleSheet: never }
  return { parts, worksheet, styleSheet, workbook: strFromU8(parts['xl/workbook.xml']!) }
}

interface Worksheet {
  sheetViews: { sheetView: { pane: Record<string, string> } }
  cols: { col: Record<string, string>[] }
  sheetData: { row: { c: (Record<string, string> & { v?: string; is?: { t: string } })[] }[] }
}

async function code(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'read',
    (error: { code?: string }) => error.code ?? String(error),
  )
}

test('another program sees numbers with formats, texts as texts and a frozen header', async () => {
  const { worksheet, styleSheet, workbook } = opened(await writeXlsx(sheet))
  const cells = worksheet.sheetData.row[1]!.c
  const time = Date.UTC(2026, 10, 22, 2, 30) / 86_400_000 + 25_569
  assert.deepEqual(
    cells.map((cell) => cell.is?.t ?? Number(cell.v)),
    ['0012', 3, 123_456.05, 12_480.5, 0.035, 46_347, time, 'да'],
  )
  assert.equal(cells[0]!['@_t'], 'inlineStr')
  const pane = worksheet.sheetViews.sheetView.pane
  assert.deepEqual([pane['@_ySplit'], pane['@_state']], ['1', 'frozen'])
  assert.equal(worksheet.cols.col[0]!['@_width'], '12')
  const formats = JSON.stringify(styleSheet)
  for (const one of ['#,##0.000', 'dd.mm.yyyy hh:mm']) assert.ok(formats.includes(one), one)
  assert.match(workbook, /name="Выплаты   2026"/)
})

test('a text in a column of numbers and an empty cell are written as they are', async () => {
  const total = ['Итого', null, 'Итого', null, null, 'Итого', 'Итого', null]
  const bytes = await writeXlsx({ ...sheet, rows: [total] })
  const [, read] = cellsOf(await readXlsx(bytes, BOUNDS))
  assert.deepEqual(read!.cells, ['Итого', null, 'Итого', null, null, 'Итого', 'Итого'])
})

test('no cell of either format becomes a formula', async () => {
  const { parts, worksheet } = opened(await writeXlsx(texts(FORMULAS)))
  const cells = worksheet.sheetData.row.slice(1).flatMap(({ c }) => c)
  assert.equal(cells.length, FORMULAS.length)
  for (const cell of cells) assert.equal(cell['@_t'], 'inlineStr')
  assert.doesNotMatch(strFromU8(parts['xl/worksheets/sheet1.xml']!), /<f[ >]/)
  assert.deepEqual(
    Object.keys(parts).filter((name) => /externalLink|vba/i.test(name)),
    [],
  )
  const csv = readCsv(await writeCsv(texts(FORMULAS)), BOUNDS).slice(1)
  assert.deepEqual(
    csv.map(({ cells: [text] }) => text),
    FORMULAS.map((text) => `'${text}`),
  )
})

test('plain numbers and common texts are not neutralised', () => {
  for (const text of ['-5', '+7', '-12,50', '0012', 'а=б', '']) assert.equal(neutral(text), text)
})

test('a CSV begins with BOM and shows money, weight, percent and time the Russian way', async () => {
  const text = Buffer.from(await writeCsv(sheet)).toString()
  const [header, line, rest] = text.split('\r\n')
  assert.equal(header, '\ufeffКод;Штук;Сумма;Вес;Засор;День;Время;Да')
  assert.equal(line, '0012;3;123456,05;12480,500;3,50;21.11.2026;22.11.2026 02:30;да')
  assert.equal(rest, '')
  const small = await writeCsv({ ...sheet, rows: [[null, -5, -5, 5, 0, null, null, false]] })
  assert.match(Buffer.from(small).toString(), /\r\n;-5;-0,05;0,005;0,00;;;нет\r\n/)
})

const cellText = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text.isWellFormed())

test('any texts written as CSV are read back, except for the neutralising sign', () => {
  return fc.assert(
    fc.asyncProperty(fc.array(cellText, { minLength: 1, maxLength: 8 }), async (list) => {
      const bytes = await writeCsv({
        name: 'x',
        columns: list.map((_, i) => ({ header: `к${i};`, kind: 'text' })),
        rows: [list],
      })
      const read = readCsv(bytes, BOUNDS)
      const filled = list.some((text) => neutral(text) !== '')
      assert.deepEqual(read[1]?.cells, filled ? list.map(neutral) : undefined)
    }),
    { numRuns: 200 },
  )
})

test('a CSV of another program is read: windows-1251, commas, tabs, empty lines, row numbers', () => {
  const cp1251 = Uint8Array.from([0xca, 0xee, 0xe4, 0x3b, 0x61, 0x0a, 0x0a, 0x31, 0x3b, 0x32])
  assert.deepEqual(readCsv(cp1251, BOUNDS), [
    { number: 1, cells: ['Код', 'a'] },
    { number: 3, cells: ['1', '2'] },
  ])
  assert.deepEqual(readCsv(strToU8('a,b\n"1,5",'), BOUNDS)[1]!.cells, ['1,5', ''])
  assert.deepEqual(readCsv(strToU8('a\tb\n1\t2\n'), BOUNDS)[1]!.cells, ['1', '2'])
})

test('a CSV beyond its bounds or with an open quote is refused', async () => {
  const read = (text: string, bounds = BOUNDS) =>
    code((async () => readCsv(strToU8(text), bounds))())
  assert.equal(await read('a;"b'), 'file.bad-sheet')
  assert.equal(await read('a;"b"c'), 'file.bad-sheet')
  assert.equal(await read('a\nb\nc', { ...BOUNDS, rows: 2 }), 'file.sheet-too-large')
  assert.equal(await read('a;b;c', { ...BOUNDS, columns: 2 }), 'file.sheet-too-large')
  assert.equal(await read('abc', { ...BOUNDS, bytes: 2 }), 'file.sheet-too-large')
})

test('an XLSX of another program is read: its first sheet, with row numbers, days and spaces', async () => {
  const file = new URL('../../../test/fixtures/openpyxl.xlsx', import.meta.url)
  assert.deepEqual(cellsOf(await readXlsx(readFileSync(file), BOUNDS)), [
    { number: 1, cells: ['Код', 'Название', 'Цена', 'Дата', 'Флаг'] },
    { number: 2, cells: ['0012', 'Лом «3А» & <прочее>', 18.5, '2026-11-21', 'да'] },
    { number: 4, cells: [null, '  с пробелами '] },
    { number: 5, cells: ['хвост', null, 7] },
  ])
})

/** The written sheet with parts of it replaced. */
async function spoilt(change: (parts: Record<string, Uint8Array>) => void): Promise<Uint8Array> {
  const parts = unzipSync(await writeXlsx(sheet))
  change(parts)
  return zipSync(parts)
}

test('what is not an XLSX is refused: other bytes, cut files, empty archives, entities', async () => {
  const good = await writeXlsx(sheet)
  const bad = [
    new Uint8Array(0),
    strToU8('Код;Название'),
    good.subarray(0, good.length - 40),
    zipSync({ 'a.txt': strToU8('x') }),
    await spoilt((parts) => delete parts['xl/worksheets/sheet1.xml']),
    await spoilt((parts) => {
      const bomb = '<!DOCTYPE a [<!ENTITY x "xxxxxxxx"><!ENTITY y "&x;&x;&x;">]>'
      parts['xl/worksheets/sheet1.xml'] = strToU8(`<?xml version="1.0"?>${bomb}<worksheet/>`)
    }),
  ]
  for (const bytes of bad) assert.equal(await code(readXlsx(bytes, BOUNDS)), 'file.bad-sheet')
})

test('expanding workbooks are refused: a part of a hundred megabytes, a false size, too many rows', async () => {
  const big = new Uint8Array(100_000_000)
  const bomb = await spoilt((parts) => (parts['xl/sharedStrings.xml'] = big))
  assert.ok(bomb.length < BOUNDS.bytes)
  assert.equal(await code(readXlsx(bomb, BOUNDS)), 'file.sheet-too-large')
  assert.equal(await code(readXlsx(lying(bomb), BOUNDS)), 'file.bad-sheet')
  const rows = Array.from({ length: 1001 }, (_, i) => `${i}`)
  assert.equal(await code(readXlsx(await writeXlsx(texts(rows)), BOUNDS)), 'file.sheet-too-large')
  assert.equal(
    await code(readXlsx(await writeXlsx(sheet), { ...BOUNDS, bytes: 100 })),
    'file.sheet-too-large',
  )
})

/** The same archive whose directory says that the big part holds ten bytes. */
function lying(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  for (
    let at = copy.indexOf('PK\u0001\u0002');
    at !== -1;
    at = copy.indexOf('PK\u0001\u0002', at + 1)
  )
    if (copy.readUInt32LE(at + 24) === 100_000_000) copy.writeUInt32LE(10, at + 24)
  return copy
}

test('a failing source of rows fails its sheet, and the next one is written', async () => {
  async function* broken() {
    yield row
    throw new Error('lost')
  }
  await assert.rejects(writeXlsx({ ...sheet, rows: broken() }), /lost/)
  const all = await Promise.all([1, 2, 3, 4].map(() => writeXlsx(sheet)))
  assert.equal(new Set(all.map((bytes) => bytes.length)).size, 1)
})

const MANY = sweepSize(20_000, 100_000)

test(`a sheet of ${MANY} rows leaves the event loop free`, async () => {
  function* many() {
    for (let i = 0; i < MANY; i++) yield row
  }
  let turns = 0
  let isWritten = false
  const countTurn = () => {
    turns++
    if (!isWritten) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const bytes = await writeXlsx({ ...sheet, rows: many() })
  isWritten = true
  assert.ok(bytes.length > MANY * 10)
  // Others have their turn after some hundreds of rows; how long one takes is measured by `npm run bench -- --only export`.
  assert.ok(turns >= MANY / 500, `${turns} turns`)
})
