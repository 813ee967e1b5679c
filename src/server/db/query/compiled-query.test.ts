import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from '#test/support/world.ts'
import { cachedQuery, compiledQuery } from './compiled-query.ts'

const world = await openWorld()
after(() => world.close())

let built = 0
const users = compiledQuery((db, { ids }: { ids: readonly string[] }) => {
  built++
  return db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids})`)
    .select('id')
})

test('a compiled query is built once and gets values and company at each run', async () => {
  const { own, other } = world
  const ids = [own.operator.id, own.manager.id, other.operator.id]
  const [ours, theirs, none] = await Promise.all([
    users(own.db, { ids }),
    users(other.db, { ids }),
    users(own.db, { ids: [] }),
  ])
  assert.deepEqual(
    new Set(ours.map((row) => row.id)),
    new Set([own.operator.id, own.manager.id]),
    'the handle’s own company alone',
  )
  assert.deepEqual(theirs, [{ id: other.operator.id }])
  assert.deepEqual(none, [])
  assert.equal(built, 1)
})

test('a builder that reads a value instead of placing it gets nothing', async () => {
  const wrong = compiledQuery((db, { id }: { id: string }) =>
    db.q.selectFrom('app_user').where('id', '=', id.toLowerCase()).select('id'),
  )
  await assert.rejects(wrong(world.own.db, { id: world.own.operator.id }), TypeError)
})

test('a repeated query is compiled once for all companies and reads those of the one that asks', async () => {
  const { own, other } = world
  let compiled = 0
  const people = (db: typeof own.db, roles: string) =>
    cachedQuery(db, `people ${roles}`, () => {
      compiled++
      return db.q
        .selectFrom('app_user')
        .where('company_id', '=', db.companyId)
        .where(sql<boolean>`${roles} = any(roles)`)
        .select('id')
    })
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await people(own.db, 'MANAGER'), [{ id: own.manager.id }])
    assert.deepEqual(await people(other.db, 'MANAGER'), [{ id: other.manager.id }])
    assert.equal((await people(own.db, 'OPERATOR')).length, 2)
  }
  assert.equal(compiled, 2)
})

test('a company that is asked for by its id stays the one that was named, whoever asked first', async () => {
  const { own, other } = world
  const named = (db: typeof own.db, id: string) =>
    cachedQuery(db, `is it ${id}`, () =>
      db.q
        .selectFrom('company')
        .where('id', '=', db.companyId)
        .select(sql<boolean>`id = ${id}::uuid`.as('is')),
    )
  for (const id of [own.id, other.id])
    for (const db of [own.db, other.db, own.db])
      assert.deepEqual(await named(db, id), [{ is: id === db.companyId }])
})

test('what is asked again and again stays compiled, however many other questions come', async () => {
  const { db } = world.own
  let compiled = 0
  const one = () =>
    cachedQuery(db, 'again and again', () => {
      compiled++
      return db.q.selectFrom('company').where('id', '=', db.companyId).select('id')
    })
  for (let n = 0; n < 1200; n++) {
    if (n % 100 === 0) await one()
    await cachedQuery(db, `question ${n}`, () => sql<object>`select 1`)
  }
  assert.equal(compiled, 1)
})
