import { createHash } from 'node:crypto'
import { refuse } from '#http/refusal.ts'
import type { Tx } from './db/handle.ts'
import { findByClientId, type IdempotentTable } from './db/idempotency-queries.ts'
import { canonical } from './db/audit.ts'

/** The two columns of a row that a client may send again after a lost answer; both null when it named no id. */
export interface IdempotencyKey {
  readonly client_id: string | null
  readonly client_hash: Buffer | null
}

/** The client's id and SHA-256 of the canonical body, to be stored with the new row. */
export function idempotencyKeyOf(body: {
  readonly client_id?: string | undefined
}): IdempotencyKey {
  if (body.client_id === undefined) return { client_id: null, client_hash: null }
  return {
    client_id: body.client_id,
    client_hash: createHash('sha256').update(canonical(body)).digest(),
  }
}

/**
 * The id of the row that an earlier copy of this create made, so that the handler answers it instead of making another
 * (domain.md 0); other content under the same id is `common.id-reused`.
 */
export async function findEarlierCopy(
  db: Tx,
  table: IdempotentTable,
  stamp: IdempotencyKey,
): Promise<string | undefined> {
  if (stamp.client_id === null) return undefined
  const row = await findByClientId(db, table, stamp.client_id)
  if (row && !row.client_hash?.equals(stamp.client_hash!)) refuse('common.id-reused')
  return row?.id
}
