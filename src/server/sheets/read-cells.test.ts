import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeWorkbook } from '#test/builders/made-workbook.ts'
import { cellText, type WantedKind } from './cell-value.ts'
import type { ReadCell } from './read-cell.ts'
import { readTable, type ReadTable } from './read-table.ts'

const BOUNDS = { bytes: 1_000_000, rows: 1000, columns: 30 }

function table(bytes: Uint8Array): ReadTable {
  const outcome = readTable(bytes, BOUNDS)
  assert.ok('rows' in outcome, JSON.stringify(outcome))
  return outcome
}

const shown = (cell: ReadCell | null | undefined) => (cell ? `${cell.kind} ${cell.text}` : null)
const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))

/** The cells of one row, each given as its element. */
function cells(elements: string, rest: Partial<Parameters<typeof makeWorkbook>[0]> = {}) {
  const read = table(makeWorkbook({ rows: `<row r="1">${elements}</row>`, ...rest }))
  return (read.rows[0]?.cells ?? []).map(shown)
}

for (const name of ['openpyxl', 'libreoffice'])
  test(`a catalogue of ${name} is read as that program shows it`, () => {
    const { rows, notes } = table(fixture(`catalogue-${name}.xlsx`))
    const column = (place: number) => rows.slice(3).map(({ cells: row }) => shown(row[place]))
    const groups = ['Чёрный', 'Чёрный', 'Чёрный', 'Цветной', 'Цветной', 'Цветной', 'Цветной']
    assert.deepEqual(
      column(1).map((text) => text!.trim()),
      [...groups, 'Цветной', 'Цветной'].map((text) => `text ${text}`),
    )
    const percent = column(4)
    assert.deepEqual(percent.slice(0, 3), ['percent 3', 'percent 3.33', 'text 3 %'])
    // LibreOffice calculates a formula when it saves; openpyxl leaves it without a value.
    const formula = name === 'openpyxl' ? /^finding Здесь формула без/ : /^number 3$/
    assert.match(percent[3]!, formula)
    assert.match(percent[4]!, /^finding В ячейке ошибка #N\/A/)
    assert.deepEqual(percent.slice(5), ['day 2026-03-05', 'number 3.5', 'text 3,0', 'number 3'])
    const codes = column(0)
    assert.match(codes[6]!, /^finding Число длиннее 15 знаков/)
    assert.deepEqual(codes.slice(7), ['number 0.001', 'number 0007'])
    assert.deepEqual(
      notes.map(({ row, column: place, message }) => `${row} ${place} ${message}`),
      [
        '1 null Читается только лист «Номенклатура». Не читаются: «Ещё», «Скрытый» (скрыт)',
        '4 1 Значение объединённой ячейки взято для строк 4–6',
        '11 null Строка в файле скрыта, но загружается',
      ],
    )
  })

test('a workbook that marks its stored values as stale gives no value of a formula', () => {
  const { rows } = table(fixture('catalogue-xlsxwriter.xlsx'))
  assert.deepEqual(
    rows.slice(2, 5).map(({ cells: row }) => shown(row[4])),
    ['percent 3.5', 'number 3.5', 'percent 5'],
  )
  assert.equal(shown(rows[5]!.cells[2]), 'text Жирный')
  assert.match(shown(rows[5]!.cells[4])!, /^finding Здесь формула/)
})

test('a number is what its format shows: percent, days, times, zeros in front, shares of a section', () => {
  const formats = ['0%', '0.0#%', '0.00" %"', '[Red]0\\%', '0;-0%', 'dd.mm.yyyy', 'h:mm', '0000']
  const more = ['#,##0.00 [$₽-419]', '0,', '[h]:mm', '0.00E+00', '"дни" 0', 'General']
  const values = [0.03, 0.0333, 3, 3, -0.03, 46_347, 0.5, 12, 1234.5, 12_000, 0.25, 1e-5, 5, 1e14]
  const elements = values.map((value, n) => `<c s="${n + 1}"><v>${value}</v></c>`).join('')
  const read = cells(elements, { formats: [...formats, ...more] })
  assert.deepEqual(read.slice(0, 9), [
    'percent 3',
    'percent 3.33',
    'number 3',
    'number 3',
    'percent -3',
    'day 2026-11-21',
    'time 12:00',
    'number 0012',
    'number 1234.5',
  ])
  assert.match(read[9]!, /^finding Число показано в тысячах/)
  assert.deepEqual(read.slice(10), [
    'time 06:00',
    'number 0.00001',
    'number 5',
    'number 100000000000000',
  ])
})

test('numbers keep the fifteen digits that a spreadsheet keeps, and longer ones are findings', () => {
  const values = ['0.1000000000000000055', '3.3300000000000001', '1E-3', ' 7 ', '-0', '1e15', 'x']
  const read = cells(values.map((value) => `<c><v>${value}</v></c>`).join(''))
  const exact = ['number 0.1', 'number 3.33', 'number 0.001', 'number 7', 'number 0']
  assert.deepEqual(read.slice(0, 5), exact)
  assert.match(read[5]!, /^finding Число длиннее/)
  assert.match(read[6]!, /^finding Ячейка записана неверно/)
})

test('formulas without a value, errors and characters that are no text are findings, never empty or zero', () => {
  const elements = [
    '<c><f>1+1</f></c>',
    '<c><f>1+1</f><v></v></c>',
    '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    '<c t="b"><v>2</v></c>',
    '<c t="inlineStr"><is><t>a_x0000_b</t></is></c>',
    '<c t="d"><v>2026-02-30</v></c>',
    '<c s="1"><v>60</v></c>',
    '<c s="1"><v>-1</v></c>',
    '<c s="1"><v>9999999</v></c>',
  ]
  const read = cells(elements.join(''), { formats: ['yyyy-mm-dd'] })
  assert.equal(read.length, elements.length)
  for (const [n, text] of read.entries())
    assert.match(text ?? '', /^finding [А-Я]/, elements[n] ?? '')
  const empty = cells('<c t="str"><f>""</f><v></v></c><c t="s"/><c/><c><v>1</v></c>')
  assert.deepEqual(empty, [null, null, null, 'number 1'])
})

test('texts are whole: runs, spaces and escaped signs, without phonetic hints', () => {
  const texts = [
    '<si><t xml:space="preserve"> а </t></si>',
    '<si><r><t>б</t></r><r><t>в</t></r></si>',
  ]
  const spoken = '<si><t>г</t><rPh sb="0" eb="1"><t>ХХ</t></rPh></si>'
  const escape = '<si><t>_x005F_x0041_ &amp; _x0042_</t></si>'
  const elements = [0, 1, 2, 3].map((n) => `<c t="s"><v>${n}</v></c>`).join('')
  const read = cells(elements, { texts: [...texts, spoken, escape] })
  assert.deepEqual(read, ['text  а ', 'text бв', 'text г', 'text _x0041_ & B'])
})

test('days of a workbook that counts from 1904 are its own', () => {
  const settings = '<workbookPr date1904="1"/>'
  const read = cells('<c s="1"><v>44885</v></c>', { settings, formats: ['dd.mm.yy'] })
  assert.deepEqual(read, ['day 2026-11-21'])
})

const row = (number: number, ...values: string[]) =>
  `<row r="${number}">${values.map((v) => (v === '' ? '<c/>' : `<c t="str"><v>${v}</v></c>`)).join('')}</row>`

test('a merged cell gives its value to the rows that it spans; one over columns is a finding in them', () => {
  const rows = [
    row(1, 'г', 'н', 'к'),
    row(2, 'А', 'a'),
    row(3, '', 'b'),
    row(4, 'Б', '', 'x'),
  ].join('')
  const behind = '<mergeCells><mergeCell ref="A2:A1048576"/><mergeCell ref="B4:C4"/></mergeCells>'
  const { rows: read } = table(makeWorkbook({ rows, behind }))
  assert.deepEqual(
    read.map(({ cells: one }) => one.map((cell) => cell?.text.slice(0, 22) ?? null)),
    [
      ['г', 'н', 'к'],
      ['А', 'a'],
      ['А', 'b'],
      ['А', null, 'x'],
    ],
  )
  const across = makeWorkbook({
    rows: [row(1, 'г', 'н'), row(2, 'А', ''), row(3, '', '')].join(''),
    behind: '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>',
  })
  const { rows: wide } = table(across)
  assert.equal(wide.length, 2)
  assert.match(shown(wide[1]!.cells[1])!, /^finding Ячейка объединена с соседней/)
})

test('repeated or unordered rows and cells, and missing strings, are refused', () => {
  const broken = [
    row(2, 'а') + row(2, 'б'),
    row(2, 'а') + row(1, 'б'),
    '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>',
    '<row r="1"><c r="A2"><v>1</v></c></row>',
    '<row r="1"><c t="s"><v>7</v></c></row>',
    '<row r="0"/>',
  ]
  for (const rows of broken)
    assert.deepEqual(readTable(makeWorkbook({ rows }), BOUNDS), { code: 'file.bad-sheet' }, rows)
})

test('merged ranges without end, deep documents and a million attributes are refused', () => {
  const rows = Array.from({ length: 900 }, (_, n) => row(n + 1, 'а', 'б')).join('')
  const merge = '<mergeCell ref="A1:A1048576"/>'.repeat(2000)
  const cases = [
    makeWorkbook({ rows, behind: `<mergeCells>${merge}</mergeCells>` }),
    makeWorkbook({ rows: '', behind: `${'<a>'.repeat(100)}${'</a>'.repeat(100)}` }),
    makeWorkbook({
      rows: `<row ${Array.from({ length: 200 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
    }),
  ]
  for (const bytes of cases)
    assert.deepEqual(readTable(bytes, BOUNDS), { code: 'file.sheet-too-large' })
})

/** The value that a column of a kind takes, with the sentences that are told of it. */
function taken(cell: ReadCell | null, wanted: WantedKind): string {
  const said: string[] = []
  const value = cellText(cell, wanted, {
    problem: (message) => void said.push(`! ${message}`),
    note: (message) => void said.push(message),
  })
  return [value === undefined ? '-' : String(value), ...said].join(' | ')
}

test('a column takes values of its kind, and has a message for others and for ambiguous ones', () => {
  const number = (text: string): ReadCell => ({ kind: 'number', text })
  const text = (value: string): ReadCell => ({ kind: 'text', text: value })
  const percent: ReadCell = { kind: 'percent', text: '3.5' }
  assert.equal(taken(null, 'text'), 'null')
  assert.equal(taken(percent, 'percent'), '3.5')
  assert.match(taken(percent, 'number'), /^- \| ! Здесь 3,5 %, а нужно число$/)
  assert.equal(taken(number('3'), 'percent'), '3')
  assert.match(taken(number('0.03'), 'percent'), /^0\.03 \| Прочитано как 0,03 %/)
  assert.match(taken({ kind: 'day', text: '2026-05-03' }, 'percent'), /дата 03\.05\.2026/)
  assert.match(taken({ kind: 'flag', text: 'да' }, 'text'), /^- \| ! Здесь логическое «ИСТИНА»/)
  assert.equal(taken({ kind: 'flag', text: 'да' }, 'flag'), 'да')
  assert.match(taken({ kind: 'finding', text: 'беда' }, 'word'), /^- \| ! беда$/)
  assert.equal(taken(text('3,0\u00a0%'), 'percent'), '3,0 %')
  assert.match(taken(text('1\u00a0200,5'), 'number'), /^1 200,5 \| Число записано текстом/)
  assert.match(taken(text('Лом\u00a03А '), 'text'), /^Лом 3А \| Неразрывные пробелы/)
  assert.match(taken(text(' 3А'), 'text'), /^3А \| Пробелы по краям убраны$/)
  assert.equal(taken(text(' \u00a0'), 'text'), 'null')
})
