import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/handle.ts'
import { canonical } from '#server/db/audit.ts'

interface Link {
  seq: number
  before: object | null
  after: object | null
  micros: string
  prev_hash: Buffer
  hash: Buffer
}

/** Proves the whole chain from its stored columns alone and answers its length. */
export async function provenLength(db: Db): Promise<number> {
  const { rows } =
    await sql<Link>`select seq, action, agent, after, approver_id, before, company_id, entity, entity_id, form, ip, user_id,
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
