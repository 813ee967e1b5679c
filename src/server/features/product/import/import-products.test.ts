import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { BodyInput } from '#contract/core/call.ts'
import { product, type Product, type ProductImport } from '#contract/price/product.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { writeXlsx } from '#server/sheets/write-xlsx.ts'
import { readCells } from '#test/builders/made-workbook.ts'
import { addProducts } from '#test/builders/builders.ts'
import { openWorld, type Person, type TestCompany, type World } from '#test/support/world.ts'
import { joinPath, splitPath } from '../product-sheet.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'

let world: World
let own: TestCompany

before(async () => {
  world = await openWorld()
  own = world.own
  await addProducts(own)
})
after(() => world.close())

type Cell = string | number | null
const BOUNDS = { bytes: 10_000_000, rows: 20_000, columns: 50 }

async function exported(person: Person = own.operator): Promise<Uint8Array> {
  return (await person.api.send(product.export)).bytes()
}

/** The exported file as rows of cells, the header first. */
async function exportedRows(): Promise<Cell[][]> {
  return readCells(await exported(), BOUNDS).map(({ cells }) => cells)
}

function sheet([head, ...rows]: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  const columns = head!.map((header) => ({ header: String(header), kind: 'text' as const }))
  return writeXlsx({ name: 'x', columns, rows })
}

async function post(bytes: Uint8Array, plan?: string | null, person: Person = own.operator) {
  const form = new FormData()
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'products.xlsx')
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await person.api.raw({
    method: 'POST',
    url: `${product.import.path}${plan ? `?plan=${plan}` : ''}`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() as ProductImport & { code?: string } }
}

/** Checks the file, does what was shown and answers both. */
async function imported(rows: readonly (readonly Cell[])[]): Promise<ProductImport> {
  const bytes = await sheet(rows)
  const { body: shown } = await post(bytes)
  assert.deepEqual(shown.problems, [])
  const done = await post(bytes, shown.plan)
  assert.deepEqual(done.body, { ...shown, applied: true })
  return shown
}

async function problemsOf(rows: readonly (readonly Cell[])[]): Promise<string[]> {
  const { body } = await post(await sheet(rows))
  assert.equal(body.plan, null)
  return body.problems.map(({ row, column, message }) => `${row} ${column}: ${message}`)
}

const tree = async (): Promise<readonly Product[]> =>
  (await own.operator.api.send(product.getAll, { query: {} })).items
const named = async (name: string) => (await tree()).find((node) => node.name === name)
const make = (fields: BodyInput<typeof product.update>) => {
  const body = { metal_class: 'none', ...fields } as const
  return own.operator.api.send(product.update, { body })
}

test('importing an exported catalogue changes nothing', async () => {
  const home = await make({ kind: 'group', name: 'Цех 1 / склад // навес' })
  await make({ kind: 'item', name: 'Повтор', parent_id: home.id })
  await make({ kind: 'item', name: 'Повтор', parent_id: home.id, hazard_note: '=1+1' })
  const twin = await make({ kind: 'group', name: 'Близнец' })
  const other = await make({ kind: 'group', name: 'Близнец' })
  await make({ kind: 'item', name: 'a / b', parent_id: twin.id, code: '0012' })
  await make({ kind: 'item', name: 'a / b', parent_id: other.id, default_zasor_bp: 333 })
  const old = await make({ kind: 'item', name: 'Старая', asks_moisture: true })
  await own.operator.api.send(product.delete, { query: { id: old.id } })
  const { body } = await post(await exported())
  assert.deepEqual(body.problems, [])
  const nodes = await tree()
  assert.deepEqual([body.same, body.changes, body.rows], [nodes.length, [], nodes.length])
})

test('a path is split into the names that it was joined from', () => {
  const name = fc.stringMatching(/^[ab/]( ?[ab/]){0,8}$/)
  fc.assert(
    fc.property(fc.array(name, { maxLength: 4 }), (names) => {
      assert.deepEqual(splitPath(joinPath(names)), names)
    }),
    { numRuns: 500 },
  )
})

test('a file makes groups and items, changes, moves, renames and archives them, all at once', async () => {
  await make({ kind: 'item', name: 'Было', code: 'K-1', gost_category: '3А' })
  const away = await make({ kind: 'item', name: 'Уходит', code: 'K-2' })
  const shown = await imported([
    ['Название', 'Группа', 'Код', 'Вид', 'Мера', 'Засор, %', 'Класс лома', 'Статус'],
    ['Новая медь', 'Цветной / Медь', 'K-9', '', '', '3,5', 'цветной лом', ''],
    ['Медь', 'Цветной', null, 'Группа', null, null, null, null],
    ['Цветной', null, null, 'группа', null, null, null, null],
    ['Стало', 'Цветной', 'K-1', '', '', 12, '', ''],
    ['Уходит', '', 'K-2', '', '', '', '', 'Архив'],
    ['Бочка', '', '', '', 'Штуки', '', '', ''],
  ])
  assert.deepEqual([shown.created, shown.changed, shown.archived], [4, 1, 1])
  const [group, home, fresh] = [
    await named('Цветной'),
    await named('Медь'),
    await named('Новая медь'),
  ]
  assert.deepEqual([home!.parent_id, fresh!.parent_id, fresh!.depth], [group!.id, home!.id, 3])
  assert.deepEqual(
    [fresh!.default_zasor_bp, fresh!.metal_class, fresh!.requires_radiation_check],
    [350, 'nonferrous', true],
  )
  const moved = await named('Стало')
  assert.deepEqual(
    [moved!.parent_id, moved!.default_zasor_bp, moved!.gost_category, moved!.code],
    [group!.id, 1200, '3А', 'K-1'],
  )
  assert.equal((await named('Уходит'))!.status, 'archived')
  assert.equal((await named('Бочка'))!.display_unit, 'pcs')
  const change = shown.changes.find(({ row }) => row === 5)!
  assert.deepEqual([change.deed, change.path], ['change', 'Цветной / Стало'])
  assert.deepEqual(
    change.fields.map(({ column, was, now }) => [column, was, now]),
    [
      ['Группа', '', 'Цветной'],
      ['Название', 'Было', 'Стало'],
      ['Засор, %', '0', '12'],
    ],
  )
  const back = await imported([
    ['Название', 'Группа', 'Код', 'Статус', 'Спрашивать влажность'],
    ['Уходит', '', 'K-2', 'Действует', 'да'],
  ])
  assert.equal(back.restored, 1)
  const again = (await named('Уходит'))!
  assert.deepEqual([again.id, again.asks_moisture], [away.id, true])
})

test('bad cells are named by row and column, and nothing of such a file is imported', async () => {
  const before = await tree()
  const rows = [
    ['Название', 'Группа', 'Код', 'Вид', 'Мера', 'Единица', 'Засор, %', 'Шаг засора, кг', 'Статус'],
    ['', '', '', '', '', '', '', '', ''],
    [null, 'Нет такой', '', '', '', '', '', '', ''],
    ['а', '', '', 'Папка', 'литры', '', '130', '0', 'новая'],
    ['б', 'Нет такой', '', '', '', '', '', '', ''],
    ['в', '', 'X', '', '', '', '', '', ''],
    ['г', '', 'X', '', '', '', '', '', ''],
    ['в', '', '', '', 'Штуки', 'кг', '', '', ''],
    ['x'.repeat(201), '', '', '', '', '', '', '', ''],
    ['глубоко', 'а / '.repeat(4000), '', '', '', '', '', '', ''],
  ]
  const problems = await problemsOf(rows)
  const expected = [
    /^3 Название: Заполните поле$/,
    /^4 Вид: Здесь пишут «Группа», «Позиция», а стоит «Папка»$/,
    /^4 Мера: Здесь пишут «Вес», «Штуки»/,
    /^4 Засор, %: Процент пишется числом от 0 до 100/,
    /^4 Статус: /,
    /^4 Шаг засора, кг: Не меньше 1$/,
    /^5 Группа: Группы «Нет такой» нет ни в номенклатуре, ни в файле/,
    /^7 Код: Код «X» уже стоит в строке 6$/,
    /^8 Единица: Единица не подходит к мере$/,
    /^9 Название: Не длиннее 200 знаков$/,
    /^10 Группа: Слишком глубоко: не больше 5 уровней$/,
  ]
  assert.deepEqual(problems.length, expected.length, problems.join('\n'))
  for (const one of expected)
    assert.ok(
      problems.some((text) => one.test(text)),
      String(one),
    )
  const bytes = await sheet(rows)
  assert.equal((await post(bytes, '0'.repeat(64))).body.code, 'common.stale')
  assert.deepEqual(await tree(), before)
})

test('unknown, doubled and missing headers are named', async () => {
  assert.deepEqual(
    await problemsOf([
      ['Название', 'Цвет', 'Название'],
      ['a', 'b', 'c'],
    ]),
    [
      '1 null: Колонка «Цвет» не знакома. Удалите её или исправьте название',
      '1 null: Колонка «Название» стоит дважды',
      '1 Группа: Нет колонки «Группа»',
    ],
  )
})

test('the tree after an import obeys the rules of single moves', async () => {
  const top = await make({ kind: 'group', name: 'Ярус 1' })
  let at = top
  for (const level of [2, 3, 4])
    at = await make({ kind: 'group', name: `Ярус ${level}`, parent_id: at.id, code: `Я${level}` })
  const leaf = await make({ kind: 'item', name: 'Лист', parent_id: at.id, code: 'L' })
  const head = ['Название', 'Группа', 'Вид', 'Статус', 'Код']
  const under = await problemsOf([head, ['Внук', 'Стара', '', '', '']])
  assert.match(under[0]!, /^2 Группа: Группы «Стара» нет/)
  await make({ kind: 'item', name: 'Стара' })
  const inItem = await problemsOf([head, ['Внук', 'Стара', '', '', '']])
  assert.match(inItem[0]!, /^2 Группа: Группы «Стара» нет/)
  assert.deepEqual(await problemsOf([head, ['Ярус 1', '', 'Группа', 'Архив', '']]), [
    '2 Статус: В группе есть действующая «Ярус 2». Сначала перенесите её или уберите в архив',
  ])
  assert.deepEqual(await problemsOf([head, ['Лист', '', 'Группа', '', 'L']]), [
    '2 Вид: Группу нельзя сделать позицией, а позицию группой',
  ])
  const cycle = await problemsOf([
    ['Название', 'Группа', 'Код'],
    ['Ярус 2', 'Ярус 1 / Ярус 2 / Ярус 3', 'Я2'],
  ])
  assert.match(cycle.join(), /^2 Группа: Группы «Ярус 1 \/ Ярус 2 \/ Ярус 3» нет/)
  assert.equal((await named('Лист'))!.parent_id, leaf.parent_id)
})

test('moving a group counts the levels below it and is refused beyond the fifth', async () => {
  const low = await make({ kind: 'group', name: 'Низ', code: 'LOW' })
  await make({ kind: 'item', name: 'На дне', parent_id: low.id })
  const rows = [
    ['Название', 'Группа', 'Вид', 'Код'],
    ['Низ', 'Ярус 1 / Ярус 2 / Ярус 3 / Ярус 4', '', 'LOW'],
  ]
  assert.deepEqual(await problemsOf(rows), ['2 Группа: Слишком глубоко: не больше 5 уровней'])
})

test('of several nodes of one name only a code says which one is meant', async () => {
  const rows = [
    ['Название', 'Группа', 'Засор, %'],
    ['Повтор', joinPath(['Цех 1 / склад // навес']), '5'],
  ]
  assert.deepEqual(await problemsOf(rows), [
    '2 Название: Таких названий в группе 2. Укажите код, чтобы было видно, о какой позиции речь',
  ])
  const twice = ['Новинка', '', '']
  assert.deepEqual(await problemsOf([rows[0]!, twice, twice]), [
    '3 Название: Группа и название те же, что в строке 2',
  ])
})

test('an import is refused when the catalogue changed after its preview', async () => {
  const row = await make({ kind: 'item', name: 'Спорная', code: 'S' })
  const bytes = await sheet([
    ['Название', 'Группа', 'Код'],
    ['Спорная 2', '', 'S'],
  ])
  const { body } = await post(bytes)
  await make({ id: row.id, version: row.version, name: 'Спорная 3' })
  const answer = await post(bytes, body.plan)
  assert.deepEqual([answer.status, answer.body.code], [409, 'common.stale'])
  assert.ok(await named('Спорная 3'))
})

test('other files, several files, another company and people without the right are refused', async () => {
  const text = await post(new TextEncoder().encode('Название;Группа'))
  assert.deepEqual([text.status, text.body.code], [400, 'file.bad-sheet'])
  const bytes = await exported()
  assert.equal((await post(bytes, undefined, own.user)).status, 403)
  assert.equal((await world.nobody.refused(product.export)).status, 401)
  assert.equal((await own.user.api.refused(product.export)).status, 403)
  const foreign = await post(bytes, undefined, world.other.operator)
  assert.equal(foreign.body.same, 0)
  const [, ...rows] = readCells(await exported(world.other.operator), BOUNDS)
  assert.deepEqual(rows, [])
})

const NODES = promisedSize(300, 2000)

test(`a catalogue of ${NODES} nodes is exported, checked and read in within seconds`, async () => {
  const head = ['Название', 'Группа', 'Вид', 'Код']
  const rows = Array.from({ length: NODES }, (_, i): Cell[] =>
    i % 20 === 0
      ? [`Раздел ${i}`, '', 'Группа', '']
      : [`Товар ${i}`, `Раздел ${i - (i % 20)}`, '', `T-${uuidv7().slice(-12)}`],
  )
  const started = performance.now()
  const shown = await imported([head, ...rows])
  assert.equal(shown.created, NODES)
  const again = await post(await exported())
  assert.deepEqual([again.body.changes, again.body.problems], [[], []])
  assertWithin(performance.now() - started, 30_000, `${NODES} nodes`)
  assert.equal((await exportedRows()).length, (await tree()).length + 1)
})
