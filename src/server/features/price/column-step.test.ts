import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { PriceColumn } from '#contract/price/price-entities.ts'
import { price } from '#contract/price/price.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { addDeal } from '#test/builders/act-forms.ts'
import { addProduct, addSupplier, setPrice } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { approval } from '#test/support/approve.ts'
import { addPerson, openWorld, type Person } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { manager, operator } = own
const { q } = own.db
await sql`update company set settings = jsonb_set(settings, '{rules}', '{}') where id = ${own.id}`.execute(
  q,
)
const deal = await addDeal(own)
const { steel } = deal.products
await addIssuedAct(own, deal.supplier.id, 100_00)
const second = await addPerson(world.app, world.services, own.id, 'second', 'USER', [
  'OPERATOR',
  'MANAGER',
])
const LIST = steel.priceKop!
const REASON = { reason: 'Завод поднял закупочную цену' }

let made = 0
/** A column in which steel costs so many times the list; as if it had stood there for long. */
async function columnAt(share: number): Promise<PriceColumn> {
  const column = await manager.api.send(price.updateColumn, { body: { title: `К${++made}` } })
  await setPrice(own, steel.id, column.id, Math.round(LIST * share))
  return column
}

// The list alone counts, and it stands for long.
beforeEach(async () => {
  await q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from price_history`.execute(tx)
    await sql`update audit_event set at = at - interval '2 days' where entity in ('price_column', 'price_cell')`.execute(
      tx,
    )
  })
  await sql`update supplier set price_column_id = null`.execute(q)
  await sql`update price_column set is_default = false where id <> ${own.columnId}`.execute(q)
  await sql`update price_column set is_default = true, status = 'active' where id = ${own.columnId}`.execute(
    q,
  )
  await sql`delete from price_cell where product_id <> ${steel.id}`.execute(q)
})

const asDefault = (id: string, by: Person = manager) =>
  by.api.refused(price.setDefaultColumn, { query: { id } })

test('a dearer column becomes the default one by two people only', async () => {
  const [near, dear] = [await columnAt(1.14), await columnAt(1.3)]
  const asked = await asDefault(dear.id)
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  assert.equal(asked.approval!.about!.note, `Колонка «${dear.title}» станет основной`)
  assert.match(
    asked.approval!.about!.warnings![0]!,
    /^Лом стальной 3А, К\d: с 24.500,00 на 31.850,00 ₽\/т, \+30 %$/,
  )
  await manager.api.send(price.setDefaultColumn, { query: { id: near.id } })
  // By way of a column between it is still the same step.
  assert.equal((await asDefault(dear.id)).code, 'approval.required')
  const further = await columnAt(1.28)
  const again = await asDefault(further.id)
  assert.match(again.approval!.about!.warnings![0]!, /с 24.500,00 на 31.360,00 ₽\/т, \+28 %$/)
  const pin = await approval(manager, again, second)
  const done = await manager.api.send(price.setDefaultColumn, { query: { id: further.id } }, pin)
  assert.equal(done.is_default, true)
})

test('a cheaper column becomes the default one by two people, too', async () => {
  assert.equal((await asDefault((await columnAt(0.8)).id)).code, 'approval.required')
})

test('a price moves and a column becomes the default one: both are one step', async () => {
  const column = await columnAt(1.2)
  const body = { product_id: steel.id, column_id: own.columnId, price_kop: LIST * 1.08 }
  const { version } = (await manager.api.send(price.get)).rows.find(
    ({ product }) => product.id === steel.id,
  )!.cells[own.columnId]!
  await manager.api.send(price.updateCell, { body: { ...body, version } })
  assert.match((await asDefault(column.id)).approval!.about!.warnings![0]!, /\+20 %$/)
  await setPrice(own, steel.id, own.columnId, LIST)
})

test('what the list does not have is a first price where a column brings it', async () => {
  const column = await columnAt(1)
  await setPrice(own, deal.products.copper.id, column.id, 100)
  const asked = await asDefault(column.id)
  assert.match(asked.approval!.about!.warnings![0]!, /^Медь, кусок, К\d+: первая цена 1,00 ₽\/т$/)
})

const give = async (to: string | null, of: { id: string }, by: Person = manager) => {
  const { version } = await by.api.send(supplier.get, { query: { id: of.id } })
  return { body: { id: of.id, version, price_column_id: to } }
}

test('a supplier gets a much dearer column from those who set prices, two of them', async () => {
  const [dear, near, above] = [await columnAt(1.3), await columnAt(1.14), await columnAt(1.25)]
  const own_ = await addSupplier(own)
  const denied = await operator.api.refused(supplier.update, await give(dear.id, own_))
  assert.equal(denied.code, 'access.denied')
  assert.match(denied.message, /^Лом стальной 3А, К\d+: с .* \+30 %\. Такую колонку/)
  const input = await give(dear.id, own_)
  const asked = await manager.api.refused(supplier.update, input)
  assert.deepEqual([asked.code, asked.approval!.who], ['approval.required', 'other'])
  assert.deepEqual(asked.approval!.about!.suppliers, [own_.name])
  const pin = await approval(manager, asked, second)
  assert.equal(
    ((await manager.api.send(supplier.update, input, pin)) as Supplier).price_column_id,
    dear.id,
  )
  const { rows } = await sql<{ approver_id: string }>`select approver_id from audit_event
    where entity_id = ${own_.id} and action = 'supplier.update' order by seq desc limit 1`.execute(
    q,
  )
  assert.equal(rows[0]!.approver_id, second.id)
  // What a supplier loses, or what lies within the share, one person gives.
  await operator.api.send(supplier.update, await give(near.id, own_))
  await operator.api.send(supplier.update, await give(null, own_))
  await operator.api.send(supplier.update, await give(near.id, own_))
  assert.equal(
    (await manager.api.refused(supplier.update, await give(above.id, own_))).code,
    'approval.required',
  )
})

test('a new supplier comes with no dearer column than an old one gets', async () => {
  const [dear, near] = [await columnAt(1.3), await columnAt(1.1)]
  const body = { type: 'person' as const, last_name: 'Новиков', first_name: 'Олег' }
  const refused = await manager.api.refused(supplier.create, {
    body: { ...body, price_column_id: dear.id },
  })
  assert.equal(refused.code, 'approval.required')
  await operator.api.send(supplier.create, { body: { ...body, price_column_id: near.id } })
})

test('the PIN of a merge names what the kept supplier gets more', async () => {
  const dear = await columnAt(1.3)
  const keep = await addSupplier(own)
  const drop = await addSupplier(own, { price_column_id: dear.id })
  const body = {
    keep: { id: keep.id, version: 1 },
    drop: { id: drop.id, version: 1 },
    take: ['terms' as const],
    reason: 'Завели дважды',
  }
  const asked = await manager.api.refused(supplier.merge, { body })
  assert.match(asked.approval!.about!.warnings!.join('\n'), /\+30 %$/m)
})

test('a PIN for a column is bound to the steps that its dialog does not show as well', async () => {
  const column = await columnAt(1)
  const ids: string[] = []
  for (let n = 0; n < 11; n++) {
    const id = await addProduct(own, { name: `Лом шаговый ${n}` })
    await setPrice(own, id, own.columnId, 1_000_000)
    await setPrice(own, id, column.id, 3_000_000 - n * 10_000)
    ids.push(id)
  }
  const input = await give(column.id, await addSupplier(own))
  const ask = async () => [
    (await asDefault(column.id)).approval!,
    (await manager.api.refused(supplier.update, input)).approval!,
  ]
  const before = await ask()
  await setPrice(own, ids.at(-1)!, column.id, 2_895_000)
  for (const [n, asked] of (await ask()).entries()) {
    assert.deepEqual(asked.about!.warnings, before[n]!.about!.warnings)
    assert.equal(asked.about!.warnings!.at(-1), 'И ещё цен: 1')
    assert.notEqual(asked.object.content, before[n]!.object.content)
  }
})

test('a column that is deleted, or comes back, is a step for its suppliers', async () => {
  const cheap = await columnAt(0.5)
  const input = { query: { id: cheap.id } }
  await manager.api.send(price.deleteColumn, input)
  await manager.api.send(price.restoreColumn, input)
  await addSupplier(own, { price_column_id: cheap.id })
  assert.equal((await manager.api.refused(price.deleteColumn, input)).code, 'approval.required')
  const dear = await columnAt(1.5)
  await addSupplier(own, { price_column_id: dear.id })
  await manager.api.send(price.deleteColumn, { query: { id: dear.id } })
  const back = await manager.api.refused(price.restoreColumn, { query: { id: dear.id } })
  assert.equal(back.code, 'approval.required')
})

test('a supplier whose column was deleted comes from the list', async () => {
  const [cheap, near] = [await columnAt(0.5), await columnAt(1.1)]
  const of = await addSupplier(own, { price_column_id: cheap.id })
  await q
    .updateTable('price_column')
    .set({ status: 'deleted' })
    .where('id', '=', cheap.id)
    .execute()
  await operator.api.send(supplier.update, await give(near.id, of))
})

/** As if all changes of prices had been so many days earlier. */
const later = (days: number) =>
  q.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update price_history set at = at - make_interval(days => ${days})`.execute(tx)
    await sql`update audit_event set at = at - make_interval(days => ${days})
      where entity in ('price_column', 'price_cell')`.execute(tx)
  })

test('a column climbs away from the list in small steps of many days only with a second person', async () => {
  const { id: column_id } = await columnAt(1)
  const at = (share: number, version: number, more: object = {}) => ({
    body: {
      product_id: steel.id,
      column_id,
      price_kop: Math.round(LIST * share),
      version,
      ...more,
    },
  })
  await manager.api.send(price.updateCell, at(1.1, 1))
  await later(5)
  const climbs = await manager.api.refused(price.updateCell, at(1.2, 2))
  assert.match(climbs.message, /с 24.500,00 на 29.400,00 ₽\/т, \+20 %/)
  const asked = await manager.api.refused(price.updateCell, at(1.2, 2, REASON))
  await manager.api.send(
    price.updateCell,
    at(1.2, 2, REASON),
    await approval(manager, asked, second),
  )
  // What was confirmed is where the next month begins.
  await later(2)
  await manager.api.send(price.updateCell, at(1.3, 3))
  await later(2)
  assert.equal((await manager.api.refused(price.updateCell, at(1.4, 4))).code, 'price.step-reason')
  await later(31)
  await manager.api.send(price.updateCell, at(1.4, 4))
})

test('a column that climbs with the list is free', async () => {
  const { id: column_id } = await columnAt(1.05)
  const set = (column: string, share: number, version: number) =>
    manager.api.send(price.updateCell, {
      body: {
        product_id: steel.id,
        column_id: column,
        price_kop: Math.round(LIST * share),
        version,
      },
    })
  const { version } = (await manager.api.send(price.get)).rows.find(
    ({ product }) => product.id === steel.id,
  )!.cells[own.columnId]!
  await set(own.columnId, 1.12, version)
  await set(column_id, 1.17, 1)
  await later(3)
  await set(own.columnId, 1.25, version + 1)
  await set(column_id, 1.31, 2)
  await setPrice(own, steel.id, own.columnId, LIST)
})

test('a plan of tomorrow takes a column away from the list only with a second person', async () => {
  const { id: column_id } = await columnAt(1.05)
  const planOf = (columns: readonly string[], share: number, hours = 30) => ({
    body: {
      from_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
      cells: columns.map((id) => ({
        product_id: steel.id,
        column_id: id,
        price_kop: Math.round(LIST * share * (id === column_id ? 1.05 : 1)),
      })),
    },
  })
  for (const [at, share] of [1.14, 1.28].entries())
    await manager.api.send(price.plan, planOf([own.columnId], share, 30 + at * 30))
  await manager.api.send(price.plan, planOf([column_id], 1.14, 30))
  const early = await manager.api.refused(price.plan, planOf([column_id], 1.32, 59))
  assert.match(early.message, /с 29.326,50 на 33.957,00 ₽\/т, \+16 %/)
  await manager.api.send(price.plan, planOf([column_id], 1.28, 60))
  const ahead = await manager.api.refused(price.plan, planOf([column_id], 1.48, 90))
  assert.match(ahead.message, /с 32.928,00 на 38.073,00 ₽\/т, \+16 %/)
  await q.updateTable('price_plan').set({ status: 'cancelled' }).execute()
})
