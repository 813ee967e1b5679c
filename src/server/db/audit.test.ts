import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { provenLength } from '#test/support/proven-trail.ts'
import { openWorld } from '#test/support/world.ts'
import { inTransaction } from './handle.ts'
import { addAuditEvent, type AuditEvent } from './audit.ts'
import { uuidv7 } from './uuid.ts'

const world = await openWorld()
after(() => world.close())
const { db } = world.other

function write(events: readonly AuditEvent[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const event of events) addAuditEvent(tx, event)
  })
}

function events(count: number): AuditEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    action: 'product.create',
    entity: 'product',
    id: uuidv7(),
    before: i % 3 ? null : { name: 'Лом «№ 1»', price_kop: 1, big: 2 ** 53 - 1, share: 0.1 },
    after: { name: `Лом ${i} \\ "x"`, list: [i, null, { b: true, a: '' }], absent: undefined },
  }))
}

test('a chain is valid whether its events came one by one, in thousands or concurrently', async () => {
  assert.equal(await provenLength(db), 0, 'the first link is made by many at once')
  await write(events(2300))
  await write(events(1))
  await write(events(4))
  assert.equal(await provenLength(db), 2305)
  await Promise.all([1, 5, 2, 40, 1, 7].map((count) => write(events(count))))
  assert.equal(await provenLength(db), 2305 + 56)
})

test('a rolled back transaction adds no link to the chain', async () => {
  const length = await provenLength(db)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      for (const event of events(10)) addAuditEvent(tx, event)
      await sql`select 1 / 0`.execute(tx.q)
    }),
  )
  assert.equal(await provenLength(db), length)
})
