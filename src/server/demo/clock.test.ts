import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { provenLength } from '#test/support/proven-trail.ts'
import { openWorld } from '#test/support/world.ts'
import { inTransaction, type Db } from '../db/handle.ts'
import { addAuditEvent } from '../db/audit.ts'
import { uuidv7 } from '../db/uuid.ts'
import { startClock, type DemoClock } from './clock.ts'

const world = await openWorld()
after(() => world.close())
const present = world.other.db
const MORNING = new Date('2026-03-02T06:00:00.000Z')
const EVENING = new Date('2026-03-02T15:30:00.250Z')
let clock: DemoClock
let past: Db

before(async () => {
  clock = await startClock(world.services.config.ownerUrl!)
  past = { ...present, q: clock.q }
})

/** A command that leaves so many changes. */
function change(db: Db, count: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (let n = 0; n < count; n++)
      addAuditEvent(tx, { action: 'product.create', entity: 'product', id: uuidv7(), after: { n } })
  })
}

async function times(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    at: string
  }>`select at from audit_event where company_id = ${db.companyId} order by seq`.execute(db.q)
  return rows.map(({ at }) => new Date(at).toISOString())
}

test('changes made in the past carry their own time, and the chain is valid', async () => {
  await clock.set(MORNING)
  await change(past, 1)
  await change(past, 5)
  assert.equal(await provenLength(present), 0, 'a moment is seen when it is over')
  await clock.set(EVENING)
  await change(past, 1)
  await clock.measure()
  assert.equal(await provenLength(present), 7)
  const morning = MORNING.toISOString()
  assert.deepEqual(await times(present), [...Array(6).fill(morning), EVENING.toISOString()])
})

test('the acting person is set in the database for each verb of a moment', async () => {
  const who = (db: Db) =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{
        who: string
      }>`select current_setting('app.user_id') as who`.execute(tx.q)
      return rows[0]!.who
    })
  const person = (id: string): Db => ({ ...past, caller: { userId: id } })
  const { operator, manager } = world.other
  await clock.set(EVENING)
  const told = [
    await who(person(operator.id)),
    await who(person(manager.id)),
    await who(person(manager.id)),
    await who(past),
  ]
  assert.deepEqual(told, [operator.id, manager.id, manager.id, ''])
})

test('nothing is done after a refused verb', async () => {
  await clock.set(EVENING)
  const before = await provenLength(present)
  await change(past, 1)
  await assert.rejects(
    inTransaction(past, async () => {
      throw new Error('no')
    }),
    /^Error: no$/,
  )
  await assert.rejects(change(past, 1), /a step of the fill was taken back/)
  assert.equal(await provenLength(present), before)
})

test('afterwards every column has its usual default again and the shadow schema is gone', async () => {
  await clock.stop()
  const { rows } = await sql<{ shadows: number; defaults: number }>`select
    (select count(*)::int from pg_namespace where nspname = 'demo_clock') as shadows,
    (select count(*)::int from information_schema.columns where column_default like '%demo_clock%') as defaults`.execute(
    present.q,
  )
  assert.deepEqual(rows[0], { shadows: 0, defaults: 0 })
  const length = await provenLength(present)
  await change(present, 1)
  assert.equal(await provenLength(present), length + 1)
  const last = (await times(present)).at(-1)!
  assert.ok(Math.abs(Date.now() - Date.parse(last)) < 60_000, last)
})
