import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { product, type Product } from '#contract/price/product.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addProducts, addSupplier, type TestProducts } from '#test/builders/builders.ts'
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

const api = () => own.operator.api
const save = (body: object) => api().send(product.update, { body })
const refused = async (body: object) => (await api().refused(product.update, { body })).code
const group = (name: string, parent_id: string | null = null) =>
  save({ kind: 'group', name, parent_id })
const item = (name: string, parent_id: string | null = null, fields: object = {}) =>
  save({ kind: 'item', metal_class: 'none', name, parent_id, ...fields })
const tree = async (filter: object = {}): Promise<readonly Product[]> =>
  (await api().send(product.getAll, { query: { filter } })).items
const move = (id: string, new_parent_id: string | null, position: number) =>
  api().send(product.move, { body: { id, new_parent_id, position } })
const refusedMove = async (id: string, new_parent_id: string | null) =>
  (await api().refused(product.move, { body: { id, new_parent_id, position: 0 } })).code

/** A transaction that names the product: the least that makes it used. */
async function use(productId: string): Promise<void> {
  await own.db.q
    .insertInto('visit')
    .values({
      company_id: own.id,
      id: uuidv7(),
      number: uuidv7(),
      site_id: own.siteId,
      mode: 'two_pass',
      carnumber: `А${String(Math.floor(performance.now()) % 1000).padStart(3, '0')}АА77`,
      supplier_id: (await addSupplier(own)).id,
      product_id: productId,
      in_at: '2026-01-01T00:00:00Z',
    })
    .execute()
}

test('the catalogue is answered flat in the order of its tree, with levels', async () => {
  const rows = await tree()
  const names = rows.map(({ name, depth }) => `${depth} ${name}`)
  assert.deepEqual(names.slice(0, 3), ['1 Лом чёрный', '2 Лом стальной 3А', '2 Лом чугунный 17А'])
  assert.deepEqual(
    (await tree({ metal_class: ['nonferrous'] })).map((row) => row.id),
    [catalogue.copper.id, catalogue.lead.id],
  )
  assert.deepEqual(
    (await tree({ search: 'МЕДЬ' })).map((row) => row.id),
    [catalogue.copper.id],
  )
})

test('a new item takes the defaults of its measure and of scrap', async () => {
  const steel = await item('Стружка', catalogue.groupId, { metal_class: 'ferrous', code: '16А' })
  assert.deepEqual(
    [steel.measure, steel.display_unit, steel.requires_radiation_check, steel.zasor_step_g],
    ['weight', 'kg', true, 1000],
  )
  const pallet = await item('Бочка', null, { measure: 'piece' })
  assert.deepEqual([pallet.display_unit, pallet.requires_radiation_check], ['pcs', false])
  assert.equal(
    await refused({ kind: 'item', metal_class: 'none', name: 'Ещё', code: '16А' }),
    'product.duplicate-code',
  )
})

test('acts ask for the moisture of a product when its card says so', async () => {
  const shavings = await item('Стружка влажная', null, { metal_class: 'ferrous' })
  assert.equal(shavings.asks_moisture, false)
  const { id, version } = shavings
  const asked = await save({ id, version, asks_moisture: true })
  assert.equal(asked.asks_moisture, true)
  const renamed = await save({ id, version: asked.version, name: 'Стружка сырая' })
  assert.equal(renamed.asks_moisture, true)
})

test('a repeated create makes one item', async () => {
  const body = { kind: 'item', metal_class: 'none', name: 'Раз', client_id: uuidv7() }
  assert.equal((await save(body)).id, (await save(body)).id)
  assert.equal(await refused({ ...body, name: 'Два' }), 'common.id-reused')
})

test('only an active group can hold others, and five levels deep at most', async () => {
  assert.equal(
    await refused({ kind: 'item', metal_class: 'none', name: 'x', parent_id: catalogue.steel.id }),
    'product.bad-parent',
  )
  assert.equal(
    await refused({ kind: 'item', metal_class: 'none', name: 'x', parent_id: uuidv7() }),
    'product.bad-parent',
  )
  let at = await group('1')
  const top = at.id
  for (const name of ['2', '3', '4']) at = await group(name, at.id)
  const leaf = await item('5', at.id)
  assert.equal(leaf.depth, 5)
  const deep = await group('5 группа', at.id)
  assert.equal(
    await refused({ kind: 'item', metal_class: 'none', name: '6', parent_id: deep.id }),
    'product.too-deep',
  )
  const over = await group('сверху')
  assert.equal(await refusedMove(top, over.id), 'product.too-deep')
  assert.equal(await refusedMove(top, at.id), 'product.cycle')
  assert.equal(await refusedMove(top, top), 'product.cycle')
  assert.equal(await refusedMove(over.id, catalogue.steel.id), 'product.bad-parent')
})

test('a moved node has its new place and its neighbours are renumbered', async () => {
  const home = await group('Переезд')
  const [a, b, c] = [await item('а', home.id), await item('б', home.id), await item('в', home.id)]
  const answer = await move(c.id, home.id, 0)
  assert.deepEqual(answer.siblings, [
    { id: c.id, order: 0 },
    { id: a.id, order: 1 },
    { id: b.id, order: 2 },
  ])
  await move(a.id, home.id, 99)
  const order = (await tree({ parent_id: home.id })).map((row) => row.name)
  assert.deepEqual(order, ['в', 'б', 'а'])
})

test('two moves at once never make a cycle', async () => {
  const a = await group('цикл а')
  const b = await group('цикл б')
  const send = (id: string, new_parent_id: string) =>
    api().raw({
      method: 'PUT',
      url: product.move.path,
      payload: { id, new_parent_id, position: 0 },
    })
  const codes = (await Promise.all([send(a.id, b.id), send(b.id, a.id)])).map((x) => x.statusCode)
  assert.deepEqual(codes.toSorted(), [200, 409])
  const rows = (await tree()).filter((row) => row.id === a.id || row.id === b.id)
  assert.deepEqual(
    rows.map((row) => row.depth),
    [1, 2],
  )
})

test('a used item keeps its measure and is archived instead of removed', async () => {
  const row = await item('Б/у')
  const changed = await save({ id: row.id, version: row.version, measure: 'piece' })
  assert.deepEqual([changed.measure, changed.display_unit], ['piece', 'pcs'])
  const back = await save({ id: row.id, version: changed.version, measure: 'weight' })
  await use(row.id)
  assert.equal(
    await refused({ id: row.id, version: back.version, measure: 'piece' }),
    'product.measure-fixed',
  )
  const gone = await api().send(product.delete, { query: { id: row.id } })
  assert.equal(gone.archived, true)
  const [archived] = await tree({ ids: [row.id] })
  assert.deepEqual([archived!.status, archived!.used], ['archived', true])
  assert.equal(
    await refused({ id: row.id, version: archived!.version, name: 'Имя' }),
    'common.bad-transition',
  )
  const restored = await save({ id: row.id, version: archived!.version, restore: true })
  assert.equal(restored.status, 'active')
})

test('an unused item is removed, a group only when it is empty', async () => {
  const home = await group('Пустая')
  const row = await item('Лишний', home.id)
  const full = await api().refused(product.delete, { query: { id: home.id } })
  assert.equal(full.code, 'product.not-empty')
  assert.equal((await api().send(product.delete, { query: { id: row.id } })).archived, false)
  assert.deepEqual(await tree({ ids: [row.id] }), [])
  assert.equal((await api().send(product.delete, { query: { id: home.id } })).archived, false)
  const priced = await api().send(product.delete, { query: { id: catalogue.paper.id } })
  assert.equal(priced.archived, true)
})

test('an old version is refused and changes nothing', async () => {
  const row = await item('Версия')
  await save({ id: row.id, version: row.version, name: 'Версия 2' })
  assert.equal(await refused({ id: row.id, version: row.version, name: 'x' }), 'common.stale')
  assert.equal((await tree({ ids: [row.id] }))[0]!.name, 'Версия 2')
})

test('another company and people without the role are refused', async () => {
  const foreign = world.other.operator.api
  const { id } = catalogue.steel
  const body = { id, version: 1, name: 'Чужой' }
  const answer = await foreign.refused(product.update, { body })
  assert.deepEqual(
    answer,
    await foreign.refused(product.update, { body: { ...body, id: uuidv7() } }),
  )
  assert.equal(answer.code, 'common.not-found')
  for (const [call, input] of [
    [product.move, { body: { id, new_parent_id: null, position: 0 } }],
    [product.delete, { query: { id } }],
  ] as const)
    assert.equal((await foreign.refused(call, input)).code, 'common.not-found')
  assert.deepEqual((await foreign.send(product.getAll)).items, [])
  for (const call of [product.getAll, product.update, product.move, product.delete]) {
    assert.equal((await world.nobody.refused(call)).status, 401)
    assert.equal((await own.user.api.refused(call)).status, 403)
  }
})

test('a product without a chosen kind is refused, since scrap needs radiation control', async () => {
  const answer = await api().refused(product.update, {
    body: { kind: 'item', name: 'Лом без вида' },
  })
  assert.equal(answer.code, 'common.validation')
  assert.deepEqual(answer.fields, {
    metal_class: 'Укажите вид: чёрный лом, цветной лом или не лом',
  })
  const scrap = await save({ kind: 'item', name: 'Лом 7А', metal_class: 'ferrous' })
  assert.equal(scrap.requires_radiation_check, true)
  const group = await save({ kind: 'group', name: 'Группа без вида' })
  assert.equal(group.kind, 'group')
})
