import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BodyInput } from '#contract/core/call.ts'
import { price } from '#contract/price/price.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProduct, setPrice } from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { assertWithin, promisedSize } from '#test/support/promised-speed.ts'

let world: World
let own: TestCompany

before(async () => {
  world = await openWorld()
  own = world.own
})
after(() => world.close())

const api = () => own.manager.api
const column = (body: BodyInput<typeof price.updateColumn>) =>
  api().send(price.updateColumn, { body })
const cell = (body: BodyInput<typeof price.updateCell>) => api().send(price.updateCell, { body })
const priceOf = async (productId: string, columnId = own.columnId) =>
  (await api().send(price.get)).rows.find((row) => row.product.id === productId)?.cells[columnId]
const history = async (productId: string) =>
  (await api().send(price.getHistory, { query: { product_id: productId } })).items

const ROWS = promisedSize(20, 200)

test('a block of rows by 30 prices is one request, one audit event and a history row for each cell', async () => {
  const titles = Array.from({ length: 30 }, (_, i) => `Блок ${i + 1}`)
  const columns: string[] = []
  for (const title of titles) columns.push((await column({ title })).id)
  const products: string[] = []
  for (let i = 0; i < ROWS; i++) products.push(await addProduct(own, { name: `Строка ${i}` }))
  const cells = products.flatMap((product_id, row) =>
    columns.map((column_id, place) => ({
      product_id,
      column_id,
      price_kop: 10_000 + row * 100 + place,
    })),
  )
  const started = performance.now()
  const results = (await cell({ cells })) as { ok: boolean; version: number }[]
  assertWithin(performance.now() - started, 3000, 'a block of 6 000 cells')
  assert.ok(results.length === ROWS * 30 && results.every(({ ok, version }) => ok && version === 1))
  assert.equal((await priceOf(products[ROWS - 1]!, columns[29]!))?.price_kop, 9929 + ROWS * 100)
  const past = await history(products[7]!)
  assert.equal(past.length, 30)
  const lines = await own.db.q
    .selectFrom('audit_event')
    .where('company_id', '=', own.id)
    .where('action', '=', 'price.block')
    .select('after')
    .execute()
  assert.deepEqual(
    lines.map(({ after: told }) => (told as { cells: number }).cells),
    [ROWS * 30],
  )
  // The same block again comes from a person who has not seen the change: no cell is overwritten.
  const again = (await cell({ cells })) as { ok: boolean; code: string }[]
  assert.ok(again.every(({ ok, code }) => !ok && code === 'common.stale'))
  // Prices that have a past and a list beside them are compared with both.
  const dearer = cells.map((one) => ({ ...one, price_kop: one.price_kop + 1 }))
  const twice = performance.now()
  const changed = (await cell({ cells: dearer.map((one) => ({ ...one, version: 1 })) })) as {
    ok: boolean
  }[]
  assertWithin(performance.now() - twice, 3000, 'a second block of 6 000 cells')
  assert.ok(changed.every(({ ok }) => ok))
  const from_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const planning = performance.now()
  const { planned } = await api().send(price.plan, { body: { from_at, cells: dearer } })
  assertWithin(performance.now() - planning, 6000, 'a plan of 6 000 cells')
  assert.equal(planned, ROWS * 30)
})

test('a cell that a block names twice is written once', async () => {
  const id = await addProduct(own, { name: 'Дважды' })
  const at = { product_id: id, column_id: own.columnId }
  const results = (await cell({
    cells: [
      { ...at, price_kop: 1 },
      { ...at, price_kop: 2 },
    ],
  })) as { ok: boolean; code?: string }[]
  assert.deepEqual(
    results.map(({ code }) => code),
    [undefined, 'common.stale'],
  )
  assert.equal((await priceOf(id))?.price_kop, 1)
})

test('a body beyond the bound of a block is refused before it is read', async () => {
  const payload = `{"cells":[${' '.repeat(2200 * 1024)}]}`
  const answer = await api().raw({
    method: 'PUT',
    url: price.updateCell.path,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  assert.equal(answer.statusCode, 413)
})

test('a bulk change shows what it would do, and rounds a sum too', async () => {
  const { id } = await column({ title: 'Просмотр' })
  const products: string[] = []
  for (let i = 0; i < 12; i++) {
    products.push(await addProduct(own, { name: `Просмотр ${String(i).padStart(2, '0')}` }))
    await setPrice(own, products[i]!, id, 1_234_567)
  }
  const bulk = { column_id: id, mode: 'amount', delta_kop: 50, round_to_kop: 1000 } as const
  const seen = await api().send(price.preview, { body: { bulk } })
  assert.deepEqual([seen.changes, seen.first.length], [12, 10])
  assert.deepEqual(seen.first[0], {
    product_id: products[0],
    name: 'Просмотр 00',
    old_kop: 1_234_567,
    new_kop: 1_235_000,
  })
  assert.equal((await priceOf(products[0]!, id))?.price_kop, 1_234_567)
  await api().send(price.updateColumns, { body: { bulk } })
  assert.equal((await priceOf(products[0]!, id))?.price_kop, 1_235_000)
  const gone = { ...bulk, column_id: uuidv7() }
  const missing = await api().refused(price.preview, { body: { bulk: gone } })
  assert.equal(missing.code, 'common.not-found')
  await api().send(price.deleteColumn, { query: { id } })
  const deleted = await api().refused(price.preview, { body: { bulk } })
  assert.equal(deleted.code, 'price.column-deleted')
})
