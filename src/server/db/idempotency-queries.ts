import { sql } from 'kysely'
import type { DB } from './schema.ts'
import type { Tx } from './handle.ts'

/** Tables of a company whose rows a client may name by an id of its own. */
export type IdempotentTable = {
  [T in keyof DB]: DB[T] extends { company_id: unknown; client_id: unknown; client_hash: unknown }
    ? T
    : never
}[keyof DB]

export interface KnownRow {
  readonly id: string
  readonly client_hash: Buffer | null
}

/** The row made earlier under a client's id; a parallel request with the same id waits until this transaction ends. */
export async function findByClientId(
  db: Tx,
  table: IdempotentTable,
  clientId: string,
): Promise<KnownRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:${db.companyId}:${clientId}`}, 0))`.execute(
    db.q,
  )
  const { rows } = await sql<KnownRow>`
    select id, client_hash from ${sql.table(table)} where company_id = ${db.companyId} and client_id = ${clientId}
  `.execute(db.q)
  return rows[0]
}
