import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import { act } from '#contract/act/act.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { vacuumTables } from '#test/support/database.ts'
import { openWorld } from '#test/support/world.ts'
import type { SearchHint } from '#server/list/searched-list.ts'
import { bareActs } from './act-list-queries.ts'

type Filter = NonNullable<CallInput<typeof act.getAll>['query']['filter']>

const world = await openWorld()
after(() => world.close())
const { own, other } = world

// More than a search fetches one by one.
const NAMESAKES = 2001
await sql`insert into supplier (company_id, id, type, last_name, first_name, name_search, status)
  select ${own.id}, uuidv7(), 'person', 'Ухов', 'Иван', 'ухов иван', 'active'
  from generate_series(1, ${NAMESAKES}::int)`.execute(own.db.q)

const namesake = await addSupplier(own, { last_name: 'Ухов' })
const further = await addSupplier(own, { last_name: 'Белоухова' })
const driver = await addSupplier(own, { last_name: 'Орлов' })
const byName = await addIssuedAct(own, namesake.id, 100)
const byPlate = await addIssuedAct(own, driver.id, 100)
const byNameFurtherOn = await addIssuedAct(own, further.id, 100, 'signed')
const unlike = await addIssuedAct(own, driver.id, 100)
await own.db.q
  .updateTable('act')
  .set({ vehicle: JSON.stringify({ make: 'МАЗ', carnumber: 'УХОВ50' }) })
  .where('id', '=', byPlate)
  .execute()
await addIssuedAct(other, (await addSupplier(other, { last_name: 'Ухов' })).id, 100)

const find = async (more: Filter) => {
  const filter: Filter = { search: 'ухов', with: ['rows'], ...more }
  return (await own.operator.api.send(act.getAll, { query: { filter } })).items
}
const idsOf = async (filter: Filter) => (await find(filter)).map(({ id }) => id)

test('a search for a frequent name finds acts newest first, also by plates and parts of names', async () => {
  assert.deepEqual(await idsOf({}), [byNameFurtherOn, byPlate, byName])
  assert.deepEqual(await idsOf({ status: ['signed'] }), [byNameFurtherOn])
  assert.deepEqual(await idsOf({ limit: 2 }), [byNameFurtherOn, byPlate])
  assert.deepEqual(await idsOf({ supplier_id: [driver.id] }), [byPlate])
  assert.equal((await idsOf({ ids: [unlike] })).length, 0)
})

test('a search for a frequent name gives the same rows as the whole list', async () => {
  const whole = await own.operator.api.send(act.getAll, { query: { filter: { limit: 200 } } })
  const expected = whole.items.filter(({ id }) => id !== unlike)
  assert.deepEqual(await find({}), expected)
})

test('acts of a frequent name are read from two indexes alone, also of the most frequent ones', async () => {
  await vacuumTables(own.db.q, 'act', 'supplier')
  const few = await planOf({ besideNames: [], nameRest: [] })
  assert.match(few, /Index Only Scan using act_list/, few)
  assert.match(few, /hashed SubPlan/, few)
  assert.match(few, /Index Only Scan using supplier_by_\w*name/, few)
  const most = await planOf({ besideNames: [] })
  assert.match(most, /Index Only Scan using act_list/, most)
  assert.match(most, /Index Only Scan using supplier_name_of/, most)
})

async function planOf(hint: SearchHint): Promise<string> {
  const query = bareActs(own.db, { search: 'ухов' }, hint)!
    .select('a.id')
    .orderBy('a.sort_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(51)
  return own.db.q.transaction().execute(async (q) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'])
      await sql.raw(`set local enable_${way} = off`).execute(q)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(q)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
