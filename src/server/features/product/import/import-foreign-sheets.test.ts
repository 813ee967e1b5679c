import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { product, type ProductImport } from '#contract/price/product.ts'
import { makeWorkbook } from '#test/builders/made-workbook.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

async function post(bytes: Uint8Array, plan?: string | null) {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'Каталог.xlsx')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await world.own.operator.api.raw({
    method: 'POST',
    url: `${product.import.path}${plan ? `?plan=${plan}` : ''}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, ...(answer.json() as ProductImport & { code?: string }) }
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../../test/fixtures/${name}`, import.meta.url))
const lines = (list: ProductImport['problems']) =>
  list.map(({ row, column, message }) => `${row} ${column}: ${message}`)
const catalogue = async () =>
  (await world.own.operator.api.send(product.getAll, { query: {} })).items

test('unusable cells of a file by openpyxl are named by row and column, and nothing of it is imported', async () => {
  const answer = await post(fixture('catalogue-openpyxl.xlsx'))
  assert.equal(answer.plan, null)
  const expected = [
    /^7 Засор, %: Здесь формула без посчитанного значения/,
    /^8 Засор, %: В ячейке ошибка #N\/A/,
    /^9 Засор, %: Здесь дата 05\.03\.2026, а нужен процент/,
    /^10 Код: Число длиннее 15 знаков/,
  ]
  const problems = lines(answer.problems)
  assert.equal(problems.length, expected.length, problems.join('\n'))
  for (const [n, one] of expected.entries()) assert.match(problems[n]!, one)
  const notes = lines(answer.notes)
  assert.equal(answer.notes_total, notes.length)
  for (const one of [
    /^1 null: Читается только лист «Номенклатура»/,
    /^4 Группа: Значение объединённой ячейки взято для строк 4–6/,
    /^5 Шаг засора, кг: Число записано текстом, прочитано как 0,5/,
    /^11 null: Строка в файле скрыта, но загружается/,
    /^11 Группа: Пробелы по краям убраны/,
    /^11 Название: Неразрывные пробелы прочитаны как обычные/,
    /^11 Засор, %: Число записано текстом, прочитано как 3,0/,
  ])
    assert.ok(
      notes.some((note) => one.test(note)),
      `${one}\n${notes.join('\n')}`,
    )
  assert.deepEqual(await catalogue(), [])
})

test('percents, merged groups and numbers of other formats arrive as they are shown in the file', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const row = (...elements: string[]) => `<row>${elements.join('')}</row>`
  const head = ['Название', 'Группа', 'Вид', 'Засор, %'].map(text)
  const bytes = makeWorkbook({
    formats: ['0%', '0.00" %"'],
    rows: [
      row(...head),
      row(text('Лом'), '<c/>', text('Группа')),
      row(text('а'), text('Лом'), '<c/>', '<c s="1"><v>0.03</v></c>'),
      row(text('б'), '<c/>', '<c/>', '<c s="2"><v>3.5</v></c>'),
      row(text('в'), '<c/>', '<c/>', '<c><f>1+1</f><v>2</v></c>'),
      row(text('г'), '<c/>', '<c/>', text('3 %')),
      row(text('я в корне'), '<c/>', '<c/>', '<c><v>7</v></c>'),
    ].join(''),
    behind: '<mergeCells><mergeCell ref="B3:B6"/></mergeCells>',
  })
  const shown = await post(bytes)
  assert.deepEqual([lines(shown.problems), shown.created], [[], 6])
  const done = await post(bytes, shown.plan)
  assert.equal(done.applied, true)
  const nodes = await catalogue()
  const group = nodes.find(({ kind }) => kind === 'group')!
  const placed = nodes
    .filter(({ kind }) => kind === 'item')
    .map(({ name, parent_id, default_zasor_bp }) => [
      name,
      parent_id === group.id,
      default_zasor_bp,
    ])
  assert.deepEqual(placed.toSorted(), [
    ['а', true, 300],
    ['б', true, 350],
    ['в', true, 200],
    ['г', true, 300],
    ['я в корне', false, 700],
  ])
})

test('a cell of thousands of signs is named with a shortened text', async () => {
  const long = 'ж'.repeat(30_000)
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  for (const column of ['Группа', 'Код', 'Вид', 'Засор, %', 'Статус', 'Предупреждение']) {
    const names = ['Название', 'Группа'].filter((name) => name !== column)
    const head = [...names, column].map(text).join('')
    const cells = [...names.map((name) => text(name === 'Название' ? 'а' : '')), text(long)].join(
      '',
    )
    const answer = await post(makeWorkbook({ rows: `<row>${head}</row><row>${cells}</row>` }))
    assert.equal(answer.status, 200, `${column} ${answer.code}`)
    assert.ok(answer.problems_total > 0, column)
    for (const { message } of answer.problems) assert.ok(message.length <= 500, column)
  }
})
