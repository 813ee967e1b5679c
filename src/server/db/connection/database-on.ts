import { Kysely, PostgresDialect, type PostgresCursor, type PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { DB } from '../schema.ts'
import { ourTypes } from './pool.ts'

/** The typed query builder on one connection, inside the transaction that it has begun. */
export function databaseOn(client: pg.Client): Kysely<DB> {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values?: readonly unknown[]): unknown {
    return client.query({ text: String(text), values: [...(values ?? [])], types: ourTypes })
  }
  const lent = { query, release: () => undefined }
  const pool = { connect: async () => lent, end: async () => undefined, options: {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
