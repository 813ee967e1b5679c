import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

// About 500 distinct texts exist because lists travel as `= any($1)`; beyond that a text is sent unprepared.
const MAX_NAMES = 800
// How a search is best done depends on its pattern: planned once for any pattern, a part of a name among 200 000 suppliers
// took 32 ms instead of 0.2.
const SEARCH = /\bi?like \$\d/
const names = new Map<string, string>()

/**
 * Names each distinct SQL text, so PostgreSQL parses and plans it once a connection: half of its time on point reads
 * (stack.md). Statements without parameters (begin, commit) stay plain, and searches by a pattern are planned each time.
 */
export function named(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => wrap(await pool.connect()),
    end: () => pool.end(),
    get options() {
      return pool.options
    },
  } as PostgresPool
}

const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

function wrap(client: pg.PoolClient): PostgresPoolClient {
  const known = wrapped.get(client)
  if (known) return known
  // A connection that breaks while it is lent out is reported here too; the statement under way fails by itself.
  client.on('error', () => undefined)
  const wrapper = {
    query: (text: unknown, values?: unknown[]) => {
      if (typeof text !== 'string' || !values || values.length === 0)
        return client.query(text as string)
      const name = nameOf(text)
      return name ? client.query({ name, text, values }) : client.query(text, values)
    },
    release: (error?: boolean | Error) => client.release(error),
    get processID() {
      return (client as unknown as { processID: number }).processID
    },
  } as unknown as PostgresPoolClient
  wrapped.set(client, wrapper)
  return wrapper
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMES) return known
  if (SEARCH.test(text)) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}
