import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from '#test/world.ts'
import { inTransaction } from './handle.ts'
import { canonical, trace, type TrailEvent } from './trail.ts'
import { uuidv7 } from './uuid.ts'

const world = await openWorld()
after(() => world.close())
const { db } = world.other

function write(events: readonly TrailEvent[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const event of events) trace(tx, event)
  })
}

function events(count: number): TrailEvent[] {
  return Array.from({ length: count }, (_, i) => ({
    action: 'product.create',
    entity: 'product',
    id: uuidv7(),
    before: i % 3 ? null : { name: 'Лом «№ 1»', price_kop: 1, big: 2 ** 53 - 1, share: 0.1 },
    after: { name: `Лом ${i} \\ "x"`, list: [i, null, { b: true, a: '' }], absent: undefined },
  }))
}

interface Link {
  seq: number
  before: object | null
  after: object | null
  micros: string
  prev_hash: Buffer
  hash: Buffer
}

/** Proves the whole chain from its stored columns alone and answers its length. */
async function provenLength(): Promise<number> {
  const { rows } =
    await sql<Link>`select seq, action, agent, after, approver_id, before, entity, entity_id, ip, user_id,
    trail_micros(at) as micros, prev_hash, hash from audit_event where company_id = ${db.companyId} order by seq`.execute(
      db.q,
    )
  let last: Buffer = Buffer.alloc(0)
  for (const [at, { seq, micros, prev_hash, hash, ...record }] of rows.entries()) {
    assert.equal(seq, at + 1)
    assert.ok(prev_hash.equals(last), `link ${seq} hangs on another`)
    const made = createHash('sha256')
      .update(last)
      .update(`${canonical(record)}@${micros}`)
      .digest()
    assert.ok(hash.equals(made), `link ${seq} does not prove its row`)
    last = hash
  }
  const head = await db.q
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('company_id', '=', db.companyId)
    .executeTakeFirst()
  assert.equal(head?.seq ?? 0, rows.length)
  assert.ok((head?.hash ?? last).equals(last))
  return rows.length
}

test('a chain is proven by its rows, whether its links came one by one, in thousands or from all sides', async () => {
  assert.equal(await provenLength(), 0, 'the first link is made by many at once')
  await write(events(2300))
  await write(events(1))
  await write(events(4))
  assert.equal(await provenLength(), 2305)
  await Promise.all([1, 5, 2, 40, 1, 7].map((count) => write(events(count))))
  assert.equal(await provenLength(), 2305 + 56)
})

test('a rollback leaves no link behind', async () => {
  const length = await provenLength()
  await assert.rejects(
    inTransaction(db, async (tx) => {
      for (const event of events(10)) trace(tx, event)
      await sql`select 1 / 0`.execute(tx.q)
    }),
  )
  assert.equal(await provenLength(), length)
})
