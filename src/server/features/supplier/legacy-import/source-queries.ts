import pg from 'pg'
import type mysql from 'mysql2/promise'
import { cutConnection } from '../../../db/connection/cut-connection.ts'
import { Unavailable } from './old-row.ts'
import type { WithSession } from './sql-questions.ts'

/** A previous database in PostgreSQL: one connection, one read-only transaction, a limit on every statement. */
export const postgresSession: WithSession = async (source, signal, ask) => {
  const client = new pg.Client({
    connectionString: source.url,
    connectionTimeoutMillis: source.deadlineMs,
    query_timeout: source.deadlineMs,
    application_name: 'priyomka old base',
    types: { getTypeParser: () => (text: string | Buffer) => text },
  })
  client.on('error', () => undefined)
  // Nothing was changed there.
  const cut = () => cutConnection(client)
  signal.addEventListener('abort', cut)
  try {
    await client.connect()
    await client.query('set session characteristics as transaction read only')
    await client.query(`set statement_timeout = ${source.deadlineMs}`)
    await client.query('set datestyle = iso')
    await client.query('begin transaction read only')
    return await ask({
      dialect: 'postgres',
      columns: async (text) => (await client.query(text)).fields.map(({ name }) => name),
      rows: async (text, values) =>
        (await client.query<Record<string, unknown>>(text, [...values])).rows,
    })
  } catch (error) {
    throw postgresFailure(error)
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

function postgresFailure(error: unknown): unknown {
  if (error instanceof Unavailable) return error
  const { code, message } = error as { code?: string; message: string }
  if (error instanceof pg.DatabaseError) return new Unavailable(`запрос отвергнут (${code})`)
  const network = /timeout|terminated|ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|not queryable/i
  return network.test(`${code} ${message}`) ? new Unavailable('нет соединения') : error
}

/** A previous database in MySQL or MariaDB: one connection, one read-only transaction, a limit on every statement. */
export const mysqlSession: WithSession = async (source, signal, ask) => {
  let connection: mysql.Connection | undefined
  const cut = () => connection?.destroy()
  signal.addEventListener('abort', cut)
  try {
    // Loaded for the first such base: most installations have none.
    const { createConnection } = await import('mysql2/promise')
    connection = await createConnection({
      uri: source.url.replace(/^mariadb:/, 'mysql:'),
      connectTimeout: source.deadlineMs,
      charset: 'utf8mb4',
      dateStrings: true,
      multipleStatements: false,
      // Local files are the client's: a hostile server could ask for them.
      flags: ['-LOCAL_FILES'],
    })
    connection.on('error', () => undefined)
    signal.throwIfAborted()
    const session = connection
    await session.query('set session transaction read only')
    await limitStatements(session, source.deadlineMs)
    await session.query('start transaction read only')
    return await ask({
      dialect: 'mysql',
      columns: async (text) => (await session.query(text))[1].map(({ name }) => name),
      rows: async (text, values) =>
        (await session.execute<mysql.RowDataPacket[]>(text, [...values]))[0],
    })
  } catch (error) {
    throw mysqlFailure(error)
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

/** The two servers call the limit by different names and units. */
async function limitStatements(session: mysql.Connection, deadlineMs: number): Promise<void> {
  const [[row]] = await session.query<mysql.RowDataPacket[]>('select version() as version')
  const isMaria = /mariadb/i.test(String(row?.['version']))
  await session.query(
    isMaria
      ? `set session max_statement_time = ${deadlineMs / 1000}`
      : `set session max_execution_time = ${deadlineMs}`,
  )
}

function mysqlFailure(error: unknown): unknown {
  if (error instanceof Unavailable) return error
  const { code, sqlState } = error as { code?: string; sqlState?: string }
  if (sqlState !== undefined) return new Unavailable(`запрос отвергнут (${code})`)
  // Everything else that the driver raises is named by a code: refused, reset, lost, timed out.
  return code === undefined ? error : new Unavailable('нет соединения')
}
