import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Flag } from '#contract/core/flags.ts'
import { price } from '#contract/price/price.ts'
import { product } from '#contract/price/product.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addProduct, addSupplier, setPrice } from '#test/builders/builders.ts'
import { approval } from '#test/support/approve.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import {
  addPerson,
  openWorld,
  type Person,
  type TestCompany,
  type World,
} from '#test/support/world.ts'

let world: World
let own: TestCompany
let deal: Deal
let second: Person

before(async () => {
  world = await openWorld()
  own = world.own
  await own.db.q
    .updateTable('company')
    .set({ settings: sql`jsonb_set(settings, '{rules}', '{}')` })
    .where('id', '=', own.id)
    .execute()
  deal = await addDeal(own)
  second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
    'OPERATOR',
    'MANAGER',
  ])
})
after(() => world.close())

const cellOf = async (productId: string) =>
  (await own.manager.api.send(price.get)).rows.find((row) => row.product.id === productId)!.cells[
    own.columnId
  ]!

const bodyOf = async (productId: string, price_kop: number | null, more: object = {}) => ({
  body: {
    product_id: productId,
    column_id: own.columnId,
    price_kop,
    version: (await cellOf(productId)).version,
    ...more,
  },
})
const REASON = { reason: 'Завод поднял закупочную цену' }

async function step(productId: string, price_kop: number): Promise<void> {
  const input = await bodyOf(productId, price_kop, REASON)
  const asked = await own.manager.api.refused(price.updateCell, input)
  await own.manager.api.send(price.updateCell, input, await approval(own.manager, asked, second))
}

test('a large step of a price needs words, which name it, and another person', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  const bare = await own.manager.api.refused(price.updateCell, await bodyOf(steel.id, old! * 2))
  assert.equal(bare.code, 'price.step-reason')
  assert.match(bare.message, /Лом стальной 3А, Основная: с .* на .* ₽\/т, \+100 %/)
  const input = await bodyOf(steel.id, old! * 2, REASON)
  const asked = await own.manager.api.refused(price.updateCell, input)
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  assert.match(asked.approval!.about!.warnings![0]!, /\+100 %/)
  const alone = await own.manager.api.refused(
    price.updateCell,
    input,
    await approval(own.manager, asked, own.manager),
  )
  assert.equal(alone.code, 'approval.required')
  await own.manager.api.send(price.updateCell, input, await approval(own.manager, asked, second))
  assert.equal((await cellOf(steel.id)).price_kop, old! * 2)
  await back(steel.id, old!)
})

/** As if the price had stood for days. */
async function back(productId: string, kop: number): Promise<void> {
  await own.db.q
    .updateTable('price_cell')
    .set({ price_kop: kop })
    .where('product_id', '=', productId)
    .execute()
  await sql`alter table price_history disable trigger all`.execute(own.db.q)
  await own.db.q.deleteFrom('price_history').where('product_id', '=', productId).execute()
  await sql`alter table price_history enable trigger all`.execute(own.db.q)
}

test('many small steps of a day are one, and so is a price that is taken away and set anew', async () => {
  const { copper } = deal.products
  const set = async (kop: number | null) =>
    own.manager.api.send(price.updateCell, await bodyOf(copper.id, kop))
  await set(85_000_000)
  const more = await bodyOf(copper.id, 93_000_000)
  assert.equal((await own.manager.api.refused(price.updateCell, more)).code, 'price.step-reason')
  await set(null)
  const anew = await bodyOf(copper.id, 150_000_000)
  assert.equal((await own.manager.api.refused(price.updateCell, anew)).code, 'price.step-reason')
  await set(85_000_000)
  await back(copper.id, 78_000_000)
})

test('a block, a whole column and a plan of any day ask alike', async () => {
  const { steel } = deal.products
  const { price_kop: old, version } = await cellOf(steel.id)
  const cell = { product_id: steel.id, column_id: own.columnId, price_kop: old! * 2 }
  const { api } = own.manager
  const block = await api.refused(price.updateCell, { body: { cells: [{ ...cell, version }] } })
  assert.equal(block.code, 'price.step-reason')
  const bulk = {
    column_id: own.columnId,
    product_ids: [steel.id],
    round_to_kop: 100,
    mode: 'percent' as const,
    bp: 2000,
  }
  const whole = await api.refused(price.updateColumns, { body: { bulk } })
  assert.match(whole.message, /\+20 %/)
  const asked = await api.refused(price.updateColumns, { body: { bulk, ...REASON } })
  assert.equal(asked.code, 'approval.required')
  const planOf = (hours: number) => ({
    body: { from_at: new Date(Date.now() + hours * 3_600_000).toISOString(), cells: [cell] },
  })
  for (const hours of [23, 25, 5000])
    assert.equal((await api.refused(price.plan, planOf(hours))).code, 'price.step-reason')
  await own.db.q.updateTable('price_plan').set({ status: 'cancelled' }).execute()
})

test('a group of products has a step of its own, which the nearest gives', async () => {
  const { steel } = deal.products
  const { items } = await own.manager.api.send(product.getAll)
  const group = items.find(({ id }) => id === items.find((one) => one.id === steel.id)!.parent_id)!
  const { price_kop: old } = await cellOf(steel.id)
  const setStep = (price_step_bp: number | null) =>
    own.db.q.updateTable('product').set({ price_step_bp }).where('id', '=', group.id).execute()
  await setStep(100)
  const two = await bodyOf(steel.id, Math.round(old! * 1.02))
  assert.equal((await own.manager.api.refused(price.updateCell, two)).code, 'price.step-reason')
  await setStep(null)
  await own.manager.api.send(price.updateCell, two)
  await back(steel.id, old!)
})

test('the list price of a day is the one that stood longest and that others bought at, not that of an hour', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  await addIssued(own, { ...deal, supplier: await addSupplier(own, { last_name: 'Иной' }) })
  await step(steel.id, 3_000_000)
  const { date } = await addIssued(own, deal)
  await step(steel.id, old!)
  await holdReports(world)
  const days = { date_from: date!, date_to: date! }
  const rows = await orderCsv(world, own.manager, 'average_prices', days)
  const [, row] = rows
  assert.equal(row![6], (old! / 100).toFixed(2).replace('.', ','))
  assert.equal(row![7], '11,22', 'by its own price it would be nothing')
  await back(steel.id, old!)
})

test('acts between a price and its return within a day are marked in roubles', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  const earlier = await addIssued(own, deal)
  await step(steel.id, 3_000_000)
  const dear = await addIssued(own, deal)
  assert.deepEqual(await marksOf(dear.id), [])
  await step(steel.id, old! + 10_000)
  const [mark] = await marksOf(dear.id)
  assert.equal(mark!.code, 'price_returned')
  const [position] = dear.positions
  assert.equal(
    mark!.kop,
    Math.round((position!.net_g! * (position!.price_kop! - old! - 10_000)) / 1_000_000),
  )
  assert.deepEqual(await marksOf(earlier.id), [])
  assert.deepEqual(await marksOf((await addIssued(own, deal)).id), [])
  // Another issued the act: its mark is still about what this manager did, and whose PIN let it.
  const items = [{ entity: 'act' as const, entity_id: dear.id, code: 'price_returned' as const }]
  const body = { items, note: 'Завод передумал' }
  for (const { api } of [own.manager, second])
    assert.equal((await api.refused(flagReview.reviewExceptions, { body })).code, 'exception.own')
})

test('a PIN lets one step of a price go and no other', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  const { api } = own.manager
  const asked = await api.refused(price.updateCell, await bodyOf(steel.id, old! * 1.2, REASON))
  const larger = await bodyOf(steel.id, old! * 3, REASON)
  const pin = await approval(own.manager, asked, second)
  assert.equal((await api.refused(price.updateCell, larger, pin)).code, 'approval.required')
})

test('a PIN for many steps is bound to those that its dialog does not show as well', async () => {
  const { parent_id } = (await own.manager.api.send(product.getAll)).items.find(
    ({ id }) => id === deal.products.steel.id,
  )!
  const ids: string[] = []
  for (let n = 0; n < 11; n++) {
    const id = await addProduct(own, { name: `Лом шаговый ${n}`, parent_id })
    await setPrice(own, id, own.columnId, 1_000_000)
    ids.push(id)
  }
  const { api } = own.manager
  const cells = ids.map((product_id, n) => ({
    product_id,
    column_id: own.columnId,
    price_kop: 3_000_000 - n * 10_000,
    version: 1,
  }))
  const asked = await api.refused(price.updateCell, { body: { cells, ...REASON } })
  const { warnings } = asked.approval!.about!
  assert.equal(warnings!.at(-1), 'И ещё цен: 1')
  // The smallest step stands below those that are shown, and stays so.
  const last = { ...cells.at(-1)!, price_kop: cells.at(-1)!.price_kop - 5_000 }
  const changed = { body: { cells: [...cells.slice(0, -1), last], ...REASON } }
  const pin = await approval(own.manager, asked, second)
  const again = await api.refused(price.updateCell, changed, pin)
  assert.deepEqual(again.approval!.about!.warnings, warnings, 'the giver would see the same words')
  assert.notEqual(again.approval!.object.content, asked.approval!.object.content)
})

test('what was bought at a like price before it moved, or at what came back, is not marked', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  await back(steel.id, 3_000_000)
  const lastWeek = await addIssued(own, deal)
  await back(steel.id, old!)
  const sameDay = await addIssued(own, deal)
  await step(steel.id, 3_000_000)
  const near = await addIssued(own, deal)
  await step(steel.id, old! - 1000)
  const codes = async (id: string) => (await marksOf(id)).map(({ code }) => code)
  assert.deepEqual(await codes(near.id), ['price_returned'])
  const after = await addIssued(own, deal)
  await own.manager.api.send(price.updateCell, await bodyOf(steel.id, old! - 2000))
  for (const { id } of [lastWeek, sameDay, after]) assert.deepEqual(await codes(id), [])
  await back(steel.id, old!)
})

test('a price that was taken away days ago is still what the next one is measured from', async () => {
  const { copper } = deal.products
  const { price_kop: old } = await cellOf(copper.id)
  await own.manager.api.send(price.updateCell, await bodyOf(copper.id, null))
  await own.db.q.transaction().execute(async (q) => {
    await sql`set local session_replication_role = replica`.execute(q)
    await sql`update price_history set at = at - interval '3 days' where product_id = ${copper.id}`.execute(
      q,
    )
  })
  const anew = await bodyOf(copper.id, old! * 2)
  assert.equal((await own.manager.api.refused(price.updateCell, anew)).code, 'price.step-reason')
  await back(copper.id, old!)
})

test('the first price in a column is measured from that of the default column', async () => {
  const { steel } = deal.products
  const { price_kop: list } = await cellOf(steel.id)
  const { api } = own.manager
  const { id: column_id } = await api.send(price.updateColumn, { body: { title: 'Для своих' } })
  const at = (share: number, more: object = {}) => ({
    body: { product_id: steel.id, column_id, price_kop: Math.round(list! * share), ...more },
  })
  const dear = await api.refused(price.updateCell, at(2))
  assert.match(dear.message, /Для своих: с .* на .* \+100 %/)
  await api.send(price.updateCell, at(1.1))
  const more = await api.refused(price.updateCell, at(1.2, { version: 1 }))
  assert.equal(more.code, 'price.step-reason')
})

test('a price that settles between is a new price: neither of its acts is marked', async () => {
  const { steel } = deal.products
  const { price_kop: old } = await cellOf(steel.id)
  await step(steel.id, old! * 1.4)
  const dear = await addIssued(own, deal)
  await step(steel.id, old! * 1.2)
  assert.deepEqual(await marksOf(dear.id), [])
  await back(steel.id, old!)
})

async function marksOf(id: string) {
  const row = await own.db.q
    .selectFrom('act')
    .where('id', '=', id)
    .select('flags')
    .executeTakeFirstOrThrow()
  const { flags }: { flags: unknown } = row
  return (flags as Flag[]).filter(({ code }) => code.startsWith('price'))
}
