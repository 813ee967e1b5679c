import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { price } from '#contract/price/price.ts'
import { sql } from 'kysely'
import { productsOf } from '#server/features/act/draft/position-queries.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProduct, addProducts, setPrice, type TestProducts } from '#test/builders/builders.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'
import { moveAllDue } from './move-due-plans.ts'

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
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const plan = (id: string, price_kop: number | null, from_at = soon()) =>
  api().send(price.plan, {
    body: { from_at, cells: [{ product_id: id, column_id: own.columnId, price_kop }] },
  })
const refusedPlan = async (body: object) => (await api().refused(price.plan, { body })).code
const cellOf = async (id: string) =>
  (await api().send(price.get)).rows.find((row) => row.product.id === id)?.cells[own.columnId]
const history = (id: string, more: object = {}) =>
  api().send(price.getHistory, { query: { product_id: id, ...more } })
/** The clock cannot be set, so the moments of all plans are moved into the past. */
const passMoments = () =>
  sql`update price_plan set from_at = from_at - interval '2 hours' where status = 'waiting'`.execute(
    own.db.q,
  )

test('a planned price is shown beside the present one and takes effect at its moment by itself', async () => {
  const id = await addProduct(own, { name: 'План' })
  await setPrice(own, id, own.columnId, 1_000)
  assert.deepEqual(await plan(id, 1_200), { planned: 1 })
  const waiting = await cellOf(id)
  assert.deepEqual([waiting?.price_kop, waiting?.planned?.price_kop], [1_000, 1_200])
  assert.equal((await history(id)).plans[0]?.price_kop, 1_200)
  await passMoments()
  const due = await cellOf(id)
  assert.deepEqual([due?.price_kop, due?.planned, due?.version], [1_200, undefined, 2])
  const [goods] = await productsOf(own.db, [id], null)
  assert.equal(goods?.price_kop, 1_200, 'an act takes the price of its moment')
  await moveAllDue(world.services)
  const moved = await cellOf(id)
  assert.deepEqual(moved, due, 'moving it changes nothing that can be seen')
  const { items, plans } = await history(id)
  assert.deepEqual(
    items.map(({ old_kop, new_kop, reason, by_name }) => [old_kop, new_kop, reason, by_name]),
    [[1_000, 1_200, 'plan', 'Иванова manager-a']],
  )
  assert.deepEqual(plans, [])
})

test('two planned prices that took effect at once are both in the history, in their order', async () => {
  const id = await addProduct(own, { name: 'Два плана' })
  await plan(id, 300, new Date(Date.now() + 1_000_000).toISOString())
  await plan(id, null, new Date(Date.now() + 2_000_000).toISOString())
  await passMoments()
  assert.deepEqual([(await cellOf(id))?.price_kop, (await cellOf(id))?.version], [null, 3])
  await Promise.all([moveAllDue(world.services), moveAllDue(world.services)])
  assert.deepEqual([(await cellOf(id))?.price_kop, (await cellOf(id))?.version], [null, 3])
  assert.deepEqual(
    (await history(id)).items.map(({ old_kop, new_kop }) => [old_kop, new_kop]),
    [
      [300, null],
      [null, 300],
    ],
  )
})

test('changing a price whose planned change took effect meanwhile is refused as stale', async () => {
  const id = await addProduct(own, { name: 'Встреча' })
  await setPrice(own, id, own.columnId, 100)
  await plan(id, 200)
  await passMoments()
  const at = { product_id: id, column_id: own.columnId, price_kop: 150 }
  const refused = await api().refused(price.updateCell, { body: { ...at, version: 1 } })
  assert.equal(refused.code, 'common.stale')
  await api().send(price.updateCell, { body: { ...at, version: 2 } })
  assert.deepEqual(
    (await history(id)).items.map(({ new_kop }) => new_kop),
    [150, 200],
  )
})

test('a planned price can be replaced and withdrawn, and is refused for the past', async () => {
  const id = await addProduct(own, { name: 'Отмена' })
  const at = soon()
  await plan(id, 5, at)
  await plan(id, 6, at)
  const { plans } = await history(id)
  assert.deepEqual(
    plans.map((one) => one.price_kop),
    [6],
  )
  const cancel = { query: { id: plans[0]!.id } }
  const strange = await world.other.manager.api.refused(price.cancelPlan, cancel)
  assert.equal(strange.code, 'common.not-found')
  assert.deepEqual(await api().send(price.cancelPlan, cancel), { ok: true })
  assert.deepEqual(await api().send(price.cancelPlan, cancel), { ok: true })
  assert.equal((await cellOf(id))?.planned, undefined)

  await plan(id, 7)
  const [next] = (await history(id)).plans
  await passMoments()
  const late = await api().refused(price.cancelPlan, { query: { id: next!.id } })
  assert.equal(late.code, 'price.plan-past')

  const cell = { product_id: id, column_id: own.columnId, price_kop: 1 }
  const past = new Date(Date.now() - 60_000).toISOString()
  assert.equal(await refusedPlan({ from_at: past, cells: [cell] }), 'price.plan-past')
  assert.equal(
    await refusedPlan({ from_at: '2199-01-01T00:00:00Z', cells: [cell] }),
    'common.validation',
  )
  const group = { ...cell, product_id: catalogue.groupId }
  assert.equal(await refusedPlan({ from_at: at, cells: [cell, group] }), 'price.group-has-no-price')
  const foreign = { ...cell, column_id: world.other.columnId }
  assert.equal(await refusedPlan({ from_at: at, cells: [foreign] }), 'common.not-found')
  const gone = await api().send(price.updateColumn, { body: { title: 'Прежняя' } })
  await api().send(price.deleteColumn, { query: { id: gone.id } })
  const there = { ...cell, column_id: gone.id }
  assert.equal(await refusedPlan({ from_at: at, cells: [there] }), 'price.column-deleted')
})

test('more planned prices than the bound are refused', async () => {
  const { id: column } = await api().send(price.updateColumn, { body: { title: 'Полная' } })
  const id = await addProduct(own, { name: 'Полная' })
  await setPrice(own, id, column, 1)
  await sql`insert into price_plan (company_id, id, product_id, column_id, price_kop, from_at)
    select ${own.id}, gen_random_uuid(), ${id}, ${column}, 1, now() + interval '1 hour' * n
    from generate_series(1, 50000) n`.execute(own.db.q)
  const cell = { product_id: id, column_id: own.columnId, price_kop: 1 }
  assert.equal(await refusedPlan({ from_at: soon(), cells: [cell] }), 'price.too-many-plans')
  await own.db.q.deleteFrom('price_plan').where('column_id', '=', column).execute()
})

test('the history of a price is read page by page and by column', async () => {
  const id = await addProduct(own, { name: 'Долгая' })
  const at = { product_id: id, column_id: own.columnId }
  for (let i = 1; i <= 52; i++)
    await api().send(price.updateCell, {
      body: { ...at, price_kop: i, ...(i > 1 && { version: i - 1 }) },
    })
  const first = await history(id, { column_id: own.columnId })
  assert.deepEqual([first.items.length, first.items[0]?.new_kop], [50, 52])
  const rest = await history(id, { after: first.next })
  assert.deepEqual(
    rest.items.map(({ new_kop }) => new_kop),
    [2, 1],
  )
  assert.equal(rest.next, null)
  const bad = await api().refused(price.getHistory, {
    query: { product_id: id, after: `2026-02-30T00:00:00Z,${id}` },
  })
  assert.equal(bad.code, 'filter.invalid')
  const other = await history(id, { column_id: uuidv7() })
  assert.deepEqual(other.items, [])
})

test('a whole column has a history, which names its goods', async () => {
  const { id } = await api().send(price.updateColumn, { body: { title: 'История' } })
  for (const product of [catalogue.steel, catalogue.copper])
    await api().send(price.updateCell, {
      body: { product_id: product.id, column_id: id, price_kop: 700 },
    })
  const past = await api().send(price.getHistory, { query: { column_id: id } })
  assert.deepEqual(
    past.items.map(({ product_name, new_kop }) => [product_name, new_kop]),
    [
      [catalogue.copper.name, 700],
      [catalogue.steel.name, 700],
    ],
  )
  const none = await api().refused(price.getHistory, { query: {} })
  assert.equal(none.code, 'filter.invalid')
  const foreign = await world.other.manager.api.refused(price.getHistory, {
    query: { column_id: id },
  })
  assert.equal(foreign.code, 'common.not-found')
})

test('another company and people without the role can neither read nor plan prices', async () => {
  const query = { product_id: catalogue.steel.id }
  const foreign = world.other.manager.api
  const refused = await foreign.refused(price.getHistory, { query })
  const missing = await foreign.refused(price.getHistory, { query: { product_id: uuidv7() } })
  assert.deepEqual(refused, missing)
  for (const call of [price.getHistory, price.plan, price.cancelPlan, price.preview]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
})
