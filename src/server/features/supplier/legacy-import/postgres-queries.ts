import pg from 'pg'
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
    throw asUnavailable(error)
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error
  const { code, message } = error as { code?: string; message: string }
  if (error instanceof pg.DatabaseError) return new Unavailable(`запрос отвергнут (${code})`)
  const network = /timeout|terminated|ECONN|ENOTFOUND|EAI_AGAIN|EHOST|ENET|not queryable/i
  return network.test(`${code} ${message}`) ? new Unavailable('нет соединения') : error
}
