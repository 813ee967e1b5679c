import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { product } from '#contract/price/product.ts'
import {
  readyCatalogue,
  readySections,
  type ReadySection,
} from '#contract/price/ready-catalogue.ts'
import { MAX_PRODUCTS } from '#server/features/product/product-queries.ts'
import { computeLine } from '#server/arithmetic/weights.ts'
import { readyProducts } from '#server/features/product/import/ready-products.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own, other } = world

const add = (sections: readonly ReadySection[]) =>
  own.operator.api.send(readyCatalogue.addReady, { body: { sections: [...sections] } })
const nodes = async (api = own.operator.api) =>
  (await api.send(product.getAll, { query: {} })).items

test('the sections that a screen offers are those of the catalogue, with as many products', () => {
  assert.deepEqual(
    readySections.map(({ code, title, count }) => [code, title, count]),
    Object.entries(readyProducts).map(([code, { title, products }]) => [
      code,
      title,
      products.length,
    ]),
  )
  for (const { products } of Object.values(readyProducts))
    assert.equal(new Set(products.map(({ name }) => name)).size, products.length)
})

test('no ready product rounds its contamination to a step that changes the agreed percent of a load', () => {
  for (const { usual, products } of Object.values(readyProducts))
    for (const { more } of products) {
      const zasor_step_g = { ...usual, ...more }.zasor_step_g!
      // 7 800 kg at 3 %: with a step of 10 kg the paper said 2,95 %.
      const load = { gross_g: 7_800_000, tare_g: 0, pack_g: 0, deductions: [] }
      const { zasor_g } = computeLine({
        ...load,
        zasor_step_g,
        zasor_mode: 'percent',
        zasor_bp: 300,
      })
      assert.equal(zasor_g, 234_000)
    }
})

test('a section becomes a group with its products, scrap under radiation control', async () => {
  assert.deepEqual(await add(['ferrous', 'paper']), { added: 20, present: 0 })
  const all = await nodes()
  assert.deepEqual(
    all.filter(({ parent_id }) => parent_id === null).map(({ name, kind }) => [name, kind]),
    [
      ['Лом чёрных металлов', 'group'],
      ['Макулатура', 'group'],
    ],
  )
  const [ferrous, paper] = all.filter(({ kind }) => kind === 'group')
  const of = (id: string) => all.filter(({ parent_id }) => parent_id === id)
  assert.deepEqual(
    of(ferrous!.id).map(({ name }) => name),
    readyProducts.ferrous.products.map(({ name }) => name),
  )
  for (const one of of(ferrous!.id))
    assert.deepEqual([one.metal_class, one.requires_radiation_check], ['ferrous', true], one.name)
  for (const one of of(paper!.id))
    assert.deepEqual(
      [one.metal_class, one.requires_radiation_check, one.asks_moisture],
      ['none', false, true],
      one.name,
    )
  const rails = all.find(({ name }) => name === 'Рельсы')!
  assert.equal(rails.allowed_from_person, false)
  assert.deepEqual(await nodes(other.operator.api), [], 'another company has none of it')
})

test('what the company has already stays as it is, and only the rest is added', async () => {
  const steel = (await nodes()).find(({ gost_category }) => gost_category === '3А')!
  await own.operator.api.send(product.update, {
    body: { id: steel.id, version: steel.version, default_zasor_bp: 777 },
  })
  const lost = (await nodes()).find(({ gost_category }) => gost_category === '4А')!
  await own.operator.api.send(product.delete, { query: { id: lost.id } })
  assert.deepEqual(await add(['ferrous']), { added: 1, present: 13 })
  const after = await nodes()
  assert.equal(after.find(({ id }) => id === steel.id)?.default_zasor_bp, 777)
  assert.equal(after.filter(({ gost_category }) => gost_category === '4А').length, 1)
})

test('two people who add the same section at once add it once', async () => {
  const answers = await Promise.all([add(['glass']), add(['glass']), add(['glass'])])
  assert.deepEqual(answers.map(({ added }) => added).toSorted(), [0, 0, 3])
  assert.equal((await nodes()).filter(({ name }) => name === 'Стекло').length, 1)
})

test('without the right, without the module and beyond the bound nothing is added', async () => {
  const body = { sections: ['plastic' as const] }
  const { api } = own.operator
  assert.equal((await own.user.api.refused(readyCatalogue.addReady, { body })).status, 403)
  assert.equal((await world.nobody.refused(readyCatalogue.addReady, { body })).status, 401)
  assert.equal(
    (await api.refused(readyCatalogue.addReady, { body: { sections: [] } })).code,
    'common.validation',
  )
  await sql`insert into product (company_id, id, kind, name, name_search)
    select ${own.id}, uuidv7(), 'item', 'Позиция', 'позиция'
    from generate_series(1, ${MAX_PRODUCTS}::int)`.execute(own.db.q)
  const full = await api.refused(readyCatalogue.addReady, { body })
  assert.deepEqual([full.code, /уже \d+/.test(full.message)], ['common.validation', true])
})
