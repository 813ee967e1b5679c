import type pg from 'pg'
import type { Kysely } from 'kysely'
import { openDatabase, openPool } from '../db/connection/pool.ts'
import { companyOption } from '../db/connection/session-company.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'

/** A connection on which time is fixed at a moment of the past. */
export interface Moments {
  readonly q: Kysely<DB>
  begin(at: Date): Promise<void>
  end(): Promise<void>
  close(): Promise<void>
}

// A month of similar statements: planned once, and again when their number is known.
const OPTIONS =
  '-c plan_cache_mode=force_generic_plan -c synchronous_commit=off -c search_path=demo_clock,pg_catalog,public'
const BEGIN = 'begin; '
const NOTHING = { command: '', rows: [], rowCount: 0 }

/**
 * What the commands do at one moment is one transaction: their own `begin` and `commit` were a tenth of all statements. A
 * rolled back step would take its whole moment along, so nothing is done after it, and the fill begins again.
 */
export async function openMoments(databaseUrl: string): Promise<Moments> {
  const pool = openPool({
    databaseUrl,
    size: 1,
    name: 'priyomka-demo',
    options: `${OPTIONS} ${companyOption(NO_COMPANY)}`,
  })
  const client = await pool.connect()
  // The training bank may think for as long as it likes.
  await client.query('set idle_in_transaction_session_timeout = 0')
  let isOpen = false
  let takenBack = false
  let caller = ''
  const query = async (config: string | pg.QueryConfig) => {
    if (takenBack) throw new Error('a step of the fill was taken back')
    if (!isOpen || typeof config !== 'string') return client.query(config as pg.QueryConfig)
    // Changes of the past have no listeners.
    if (config.endsWith('commit')) return NOTHING
    if (config === 'rollback') takenBack = true
    if (!config.startsWith(BEGIN)) return client.query(config)
    // The rest of the text says who asks; it holds until the end of the moment.
    if (config === caller) return NOTHING
    caller = config
    return client.query(config.slice(BEGIN.length))
  }
  const turn = async (text: string) => {
    await client.query(`${isOpen ? 'commit; ' : ''}${text}`)
    caller = ''
  }
  const shared = {
    on: () => undefined,
    query,
    release: () => undefined,
    end: async () => undefined,
    // The moment's transaction stays open from one command to the next.
    getTransactionStatus: () => 'I',
  }
  return {
    // Of a pool's connection only what the statements of the demo need.
    q: openDatabase({ connect: async () => shared, end: () => pool.end() } as unknown as pg.Pool),
    async begin(at) {
      await turn(`begin; select set_config('demo_clock.at', '${at.toISOString()}', true)`)
      isOpen = true
    },
    async end() {
      await turn('')
      isOpen = false
    },
    async close() {
      if (isOpen) await client.query('commit')
      client.release()
      await pool.end()
    },
  }
}
