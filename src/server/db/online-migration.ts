import type pg from 'pg'

/** The first line of a file that runs while the server serves, statement by statement, each of which may run twice. */
const ONLINE = /^-- online:/

export const isOnline = (sql: string) => ONLINE.test(sql)

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$\-/]+|[\s\S]/g

/** The statements of a file, without comments. */
export function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else if (!/^(?:--|\/\*)/.test(token)) statements[statements.length - 1] += token
  }
  return statements.map((statement) => statement.trim()).filter(Boolean)
}

/**
 * A lock on a table that waits makes every later call wait behind it: it is given up before people notice, and asked for
 * again. A call may take two seconds in all (docs/decisions/0143).
 */
const LOCK_MS = 800
/** Longer than the longest transaction of the server, a report of ten minutes. */
const LOCK_TRIES = 900
const PAUSE_MS = 400
const LOCK_NOT_AVAILABLE = '55P03'

/** Repeats a step of a migration for as long as others hold the locks that it needs. */
export async function retryLocks<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let left = LOCK_TRIES; ; left--) {
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || left === 0) throw error
      await client.query('select pg_sleep($1)', [PAUSE_MS / 1000])
    } finally {
      // A connection that was lost has its own error.
      await client.query('set lock_timeout = 0').catch(() => undefined)
    }
  }
}

/** What an interrupted `CREATE INDEX CONCURRENTLY` leaves is no index, and its name is taken. */
async function dropInvalidIndex(client: pg.Client, statement: string): Promise<void> {
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(
    statement,
  )?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}

/** Runs the statements of an online file one after another, outside any transaction. */
export async function runOnline(client: pg.Client, sql: string): Promise<void> {
  for (const statement of splitStatements(sql)) {
    // It waits for transactions that began earlier, and its lock lets others read and write meanwhile.
    const waits = /\bconcurrently\b/i.test(statement)
    await retryLocks(client, async () => {
      await dropInvalidIndex(client, statement)
      if (waits) await client.query('set lock_timeout = 0')
      await client.query(statement)
    })
  }
}
