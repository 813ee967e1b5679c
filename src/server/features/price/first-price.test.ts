import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { price } from '#contract/price/price.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import { addProduct } from '#test/builders/builders.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { api } = own.manager
const ruleOf = async (rules: object) =>
  sql`update company set settings = jsonb_set(settings, '{rules}', ${JSON.stringify(rules)}::jsonb) where id = ${own.id}`.execute(
    own.db.q,
  )
await ruleOf({})
const deal = await addDeal(own)
const second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
  'OPERATOR',
  'MANAGER',
])
const REASON = { reason: 'Новый вид лома с завода' }

let made = 0
const newProduct = (fields: object = {}) =>
  addProduct(own, {
    name: `Новинка ${++made}`,
    parent_id: deal.products.groupId,
    metal_class: 'ferrous',
    ...fields,
  })
const cell = (product_id: string, more: object = {}) => ({
  body: { product_id, column_id: own.columnId, price_kop: 1_000_000, ...more },
})

test('a company that has bought nothing fills its list alone', async () => {
  await api.send(price.updateCell, cell(await newProduct()))
  await api.send(
    price.updateCell,
    cell(await newProduct({ measure: 'piece', display_unit: 'pcs' })),
  )
})

test('the first price of a product takes words and a second person, however small it is', async () => {
  await addIssued(own, deal)
  const id = await newProduct()
  const bare = await api.refused(price.updateCell, cell(id))
  assert.equal(bare.code, 'price.step-reason')
  assert.match(bare.message, /^Новинка \d, Основная: первая цена 10.000,00 ₽\/т\./)
  const asked = await api.refused(price.updateCell, cell(id, REASON))
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  const pin = await approval(own.manager, asked, second)
  await api.send(price.updateCell, cell(id, REASON), pin)
  // From here on it is a price like any other.
  await api.send(price.updateCell, cell(id, { price_kop: 1_100_000, version: 1 }))
  const more = await api.refused(price.updateCell, cell(id, { price_kop: 1_200_000, version: 2 }))
  assert.equal(more.code, 'price.step-reason')
})

test('a first price in another column, in a block and of any plan is a first price too', async () => {
  const id = await newProduct({ measure: 'piece', display_unit: 'pcs' })
  const { id: column_id } = await api.send(price.updateColumn, { body: { title: 'Опт' } })
  const wholesale = { product_id: id, column_id, price_kop: 500 }
  const block = await api.refused(price.updateCell, { body: { cells: [wholesale] } })
  assert.match(block.message, /Опт: первая цена 5,00 ₽\/шт\./)
  for (const hours of [1, 30]) {
    const from_at = new Date(Date.now() + hours * 3_600_000).toISOString()
    const plan = await api.refused(price.plan, { body: { from_at, cells: [wholesale] } })
    assert.equal(plan.code, 'price.step-reason', `${hours}`)
  }
})

test('a price that was taken away long ago is a first one when it comes back', async () => {
  const { paper } = deal.products
  await api.send(price.updateCell, cell(paper.id, { price_kop: null, version: 1 }))
  await own.db.q.transaction().execute(async (q) => {
    await sql`set local session_replication_role = replica`.execute(q)
    await sql`update price_history set at = at - interval '31 days' where product_id = ${paper.id}`.execute(
      q,
    )
  })
  const back = await api.refused(price.updateCell, cell(paper.id, { price_kop: 1, version: 2 }))
  assert.match(back.message, /первая цена/)
})

test('a company that watches no steps watches no first prices', async () => {
  await ruleOf({ price_step_bp: 1_000_000 })
  await api.send(price.updateCell, cell(await newProduct()))
  await ruleOf({})
})
