import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { price } from '#contract/price/price.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import {
  addProduct,
  addProducts,
  addSupplier,
  setPrice,
  type TestProducts,
} from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

let world: World
let own: TestCompany
let catalogue: TestProducts

before(async () => {
  world = await openWorld()
  own = world.own
  catalogue = await addProducts(own)
})
after(() => world.close())

const api = () => own.manager.api
const column = (body: BodyInput<typeof price.updateColumn>) =>
  api().send(price.updateColumn, { body })
const cell = (body: BodyInput<typeof price.updateCell>) => api().send(price.updateCell, { body })
const refusedCell = async (body: object) => (await api().refused(price.updateCell, { body })).code
const list = () => api().send(price.get)
const priceOf = async (productId: string, columnId = own.columnId) =>
  (await list()).rows.find((row) => row.product.id === productId)?.cells[columnId]
const history = (productId: string) =>
  own.db.q
    .selectFrom('price_history')
    .where('company_id', '=', own.id)
    .where('product_id', '=', productId)
    .select(['old_kop', 'new_kop', 'reason'])
    .orderBy('at')
    .execute()

test('the price list has active columns and the product tree, without empty cells', async () => {
  const { columns, rows } = await list()
  assert.deepEqual(
    columns.map(({ title, is_default }) => [title, is_default]),
    [['Основная', true]],
  )
  assert.deepEqual(
    rows.slice(0, 2).map(({ product }) => [product.kind, product.name]),
    [
      ['group', 'Лом чёрный'],
      ['item', 'Лом стальной 3А'],
    ],
  )
  assert.equal((await priceOf(catalogue.copper.id))?.price_kop, 78_000_000)
  assert.equal(await priceOf(catalogue.unpriced.id), undefined)
})

test('a price is set, changed and cleared, and its history is kept', async () => {
  const at = { product_id: catalogue.unpriced.id, column_id: own.columnId }
  const first = (await cell({ ...at, price_kop: 1_900_000 })) as { version: number }
  assert.equal(first.version, 1)
  assert.equal(await refusedCell({ ...at, price_kop: 1 }), 'common.stale')
  const second = (await cell({ ...at, price_kop: 0, version: 1 })) as { version: number }
  await cell({ ...at, price_kop: null, version: second.version })
  assert.equal((await priceOf(at.product_id))?.price_kop, null)
  assert.equal((await priceOf(at.product_id))?.updated_by_name, 'Иванова manager-a')
  assert.deepEqual(
    (await history(at.product_id)).map((row) => [row.old_kop, row.new_kop, row.reason]),
    [
      [null, 1_900_000, 'cell'],
      [1_900_000, 0, 'cell'],
      [0, null, 'cell'],
    ],
  )
  await cell({ ...at, price_kop: null, version: 3 })
  assert.equal((await history(at.product_id)).length, 3)
})

test('each cell of a block succeeds or fails by itself', async () => {
  const id = await addProduct(own, { name: 'Блок' })
  const results = (await cell({
    cells: [
      { product_id: id, column_id: own.columnId, price_kop: 500 },
      { product_id: catalogue.groupId, column_id: own.columnId, price_kop: 500 },
      { product_id: catalogue.steel.id, column_id: own.columnId, price_kop: 7, version: 99 },
    ],
  })) as { ok: boolean; code?: string; price_kop?: number }[]
  assert.deepEqual(
    results.map(({ ok, code, price_kop }) => [ok, code, price_kop]),
    [
      [true, undefined, 500],
      [false, 'price.group-has-no-price', undefined],
      [false, 'common.stale', catalogue.steel.priceKop],
    ],
  )
})

test('of two people who set one empty cell the second is refused as stale', async () => {
  const id = await addProduct(own, { name: 'Гонка' })
  const send = (price_kop: number) =>
    api().raw({
      method: 'PUT',
      url: price.updateCell.path,
      payload: { product_id: id, column_id: own.columnId, price_kop },
    })
  const codes = (await Promise.all([send(1), send(2)])).map((answer) => answer.statusCode)
  assert.deepEqual(codes.toSorted(), [200, 409])
})

test('a column is made, renamed, deleted with its suppliers falling back, and restored', async () => {
  const made = await column({ title: 'Опт' })
  assert.equal(made.is_default, false)
  const taken = await api().refused(price.updateColumn, { body: { title: 'ОПТ' } })
  assert.equal(taken.code, 'price.duplicate-title')
  const renamed = await column({ id: made.id, version: made.version, title: 'Крупный опт' })
  await addSupplier(own, { price_column_id: made.id })
  const at = { query: { id: made.id } }
  const deleted = await api().send(price.deleteColumn, at)
  assert.deepEqual([deleted.status, deleted.suppliers_count], ['deleted', 1])
  assert.equal(
    (await list()).columns.some(({ id }) => id === made.id),
    false,
  )
  const cellOf = { product_id: catalogue.steel.id, column_id: made.id, price_kop: 1 }
  assert.equal(await refusedCell(cellOf), 'price.column-deleted')
  const asDefault = await api().refused(price.setDefaultColumn, at)
  assert.equal(asDefault.code, 'price.column-deleted')
  await column({ title: renamed.title })
  assert.equal((await api().refused(price.restoreColumn, at)).code, 'price.duplicate-title')
  const both = await api().send(price.getColumns, {
    query: { filter: { status: ['active', 'deleted'], sort: [['title', 'asc']] } },
  })
  assert.deepEqual(
    both.items.map(({ title, status }) => [title, status]),
    [
      ['Крупный опт', 'deleted'],
      ['Крупный опт', 'active'],
      ['Основная', 'active'],
    ],
  )
})

test('there is exactly one default column, and it cannot be deleted', async () => {
  const next = await column({ title: 'Новая основная' })
  await api().send(price.setDefaultColumn, { query: { id: next.id } })
  const { columns } = await list()
  assert.deepEqual(
    columns.filter(({ is_default }) => is_default).map(({ id }) => id),
    [next.id],
  )
  const kept = await api().refused(price.deleteColumn, { query: { id: next.id } })
  assert.equal(kept.code, 'price.default-column')
  await api().send(price.setDefaultColumn, { query: { id: own.columnId } })
})

test('columns have the order that was sent, and every column must be named', async () => {
  const ids = (await list()).columns.map(({ id }) => id)
  const order = ids.toReversed()
  const answer = await api().send(price.updateColumns, { body: { order } })
  assert.deepEqual(
    answer.columns.map(({ id }) => id),
    order,
  )
  const short = await api().refused(price.updateColumns, { body: { order: [ids[0]] } })
  assert.equal(short.status, 400)
})

test('a column beyond the last place gets the last place', async () => {
  const last = await api().send(price.updateColumn, { body: { title: 'Крайняя', order: 10_000 } })
  const next = await api().send(price.updateColumn, { body: { title: 'За крайней' } })
  assert.equal(next.order, 10_000)
  for (const { id } of [last, next]) await api().send(price.deleteColumn, { query: { id } })
})

test('a bulk change gives the prices of the worked example and one history row for each', async () => {
  const { id } = await column({ title: 'Массовая' })
  const [a, b, c] = [
    await addProduct(own, { name: 'C16-1' }),
    await addProduct(own, { name: 'C16-2' }),
    await addProduct(own, { name: 'C16-3' }),
  ]
  await setPrice(own, a, id, 1_850_000)
  await setPrice(own, b, id, 1_849_900)
  await setPrice(own, c, id, null)
  const bulk = { column_id: id, mode: 'percent', bp: 250, round_to_kop: 100 } as const
  await api().send(price.updateColumns, { body: { bulk } })
  assert.equal((await priceOf(a, id))?.price_kop, 1_896_300)
  assert.equal((await priceOf(b, id))?.price_kop, 1_896_100)
  assert.equal((await priceOf(c, id))?.price_kop, null)
  const down = { column_id: id, mode: 'amount', delta_kop: -9_000_000, round_to_kop: 1 } as const
  await api().send(price.updateColumns, { body: { bulk: { ...down, product_ids: [a] } } })
  assert.equal((await priceOf(a, id))?.price_kop, 0)
  assert.equal((await priceOf(b, id))?.price_kop, 1_896_100)
  assert.deepEqual(
    (await history(a)).map((row) => row.reason),
    ['bulk', 'bulk'],
  )
})

test('a bulk change beyond the bounds of numbers is refused whole', async () => {
  const { id } = await column({ title: 'Предел' })
  const a = await addProduct(own, { name: 'Дорогой' })
  await setPrice(own, a, id, Number.MAX_SAFE_INTEGER)
  const bulk = { column_id: id, mode: 'percent', bp: 100_000, round_to_kop: 1 }
  const answer = await api().refused(price.updateColumns, { body: { bulk } })
  assert.equal(answer.code, 'common.number-range')
  assert.equal((await priceOf(a, id))?.price_kop, Number.MAX_SAFE_INTEGER)
})

test('another company and people without the role are refused', async () => {
  const foreign = world.other.manager.api
  const at = { product_id: catalogue.steel.id, column_id: own.columnId, price_kop: 1 }
  const answer = await foreign.refused(price.updateCell, { body: at })
  const missing = { ...at, product_id: uuidv7(), column_id: uuidv7() }
  assert.deepEqual(answer, await foreign.refused(price.updateCell, { body: missing }))
  const mixed = { ...at, column_id: world.other.columnId }
  assert.equal((await foreign.refused(price.updateCell, { body: mixed })).status, 404)
  for (const call of [price.deleteColumn, price.restoreColumn, price.setDefaultColumn])
    assert.equal(
      (await foreign.refused(call, { query: { id: own.columnId } })).code,
      'common.not-found',
    )
  const bulk = { column_id: own.columnId, mode: 'amount', delta_kop: 1, round_to_kop: 1 }
  const other = await foreign.refused(price.updateColumns, { body: { bulk } })
  assert.equal(other.code, 'common.not-found')
  const goods = { ...bulk, column_id: world.other.columnId, product_ids: [catalogue.steel.id] }
  const foreignGoods = await foreign.refused(price.updateColumns, {
    body: { bulk: goods },
  })
  assert.equal(foreignGoods.code, 'common.not-found')
  assert.deepEqual((await foreign.send(price.get)).rows, [])
  for (const call of [price.get, price.getColumns, price.updateCell, price.updateColumns]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
})
