import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { price } from '#contract/price/price.ts'
import { addProducts } from '#test/builders/builders.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())

test('by default only a manager changes prices, and an operator reads them', async () => {
  const { own } = world
  const { steel } = await addProducts(own)
  const cell = { product_id: steel.id, column_id: own.columnId, price_kop: 1 }
  const bulk = { column_id: own.columnId, mode: 'percent', bp: 100, round_to_kop: 100 }
  const bodies = [
    [price.updateCell, { body: { ...cell, version: 1 } }],
    [price.updateColumns, { body: { bulk } }],
    [price.updateColumn, { body: { title: 'Своя' } }],
    [price.plan, { body: { from_at: '2999-01-01T00:00:00Z', cells: [cell] } }],
  ] as const
  for (const [{ method, path }, { body }] of bodies) {
    const answer = await own.operator.api.raw({ method, url: path, payload: body })
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'access.denied'], path)
  }
  for (const call of [price.setDefaultColumn, price.deleteColumn]) {
    const answer = await own.operator.api.refused(call, { query: { id: own.columnId } })
    assert.equal(answer.code, 'access.denied', call.path)
  }
  const list = await own.operator.api.send(price.get)
  const row = list.rows.find((one) => one.product.id === steel.id)
  assert.equal(row?.cells[own.columnId]?.price_kop, steel.priceKop)
  await own.manager.api.send(price.updateCell, { body: { ...cell, version: 1 } })
})

test('the migration leaves a company the rights that were in force for it', async () => {
  const { own, other } = world
  const { q } = own.db
  const actions = await q
    .selectFrom('action')
    .where('code', '=', 'price.edit')
    .select('id')
    .execute()
  const action_id = actions[0]!.id
  const row = { action_id, subject: 'role', subject_code: 'OPERATOR', allow: true }
  await q
    .insertInto('action_access')
    .values({ ...row, id: randomUUID() })
    .execute()
  const chosen = { ...row, allow: false, company_id: other.id, id: randomUUID() }
  await q.insertInto('action_access').values(chosen).execute()
  const file = new URL('../../../../migrations/0030_signed_sheets_and_prices.sql', import.meta.url)
  const text = await readFile(file, 'utf8')
  for (const part of text.slice(text.indexOf('INSERT INTO action_access')).split(/;\n/).slice(0, 2))
    await sql.raw(part).execute(q)
  const rows = await q
    .selectFrom('action_access')
    .where('action_id', '=', action_id)
    .where('subject_code', '=', 'OPERATOR')
    .select(['company_id', 'allow'])
    .execute()
  const of = (id: string | null) => rows.filter((one) => one.company_id === id)
  assert.deepEqual(of(null), [])
  assert.deepEqual(of(own.id), [{ company_id: own.id, allow: true }])
  assert.deepEqual(of(other.id), [{ company_id: other.id, allow: false }])
})
