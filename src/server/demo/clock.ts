import pg from 'pg'
import type { Kysely } from 'kysely'
import { openDatabase, openPool } from '../db/connection/pool.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { companyOption } from '../db/connection/session-company.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'

/**
 * A database whose `now()` can be set back: the product's own commands make the month of history, each at its own hour, so
 * numbers, sums, printed forms and the audit chain are what they would have been. The schema that shadows the clock also marks
 * an unfinished fill: the next start begins again.
 */
export interface DemoClock {
  /** The database of the past; its statements between two moments are one transaction. */
  readonly q: Kysely<DB>
  /** Ends the moment before and begins another. */
  set(at: Date): Promise<void>
  /** Ends the moment and tells the planner how much there is by now: otherwise a month is planned as for empty tables. */
  measure(): Promise<void>
  /** Gives every column its own clock back and removes the shadow. */
  stop(): Promise<void>
}

// Bodies without a table are written into the statements that call them. Without a moment it is now. The hash of a change is
// computed with the time that its row gets, and changes of the past have no listeners.
const SHADOW = `
  create schema demo_clock;
  create function demo_clock.now() returns timestamptz language sql stable as
    $$ select coalesce(nullif(current_setting('demo_clock.at', true), '')::timestamptz, pg_catalog.now()) $$;
  create function demo_clock.clock_timestamp() returns timestamptz language sql volatile as
    $$ select demo_clock.now() + (pg_catalog.clock_timestamp() - pg_catalog.now()) $$;
  create function demo_clock.trail_micros() returns text language sql stable as
    $$ select public.trail_micros(demo_clock.now()) $$;
  create function demo_clock.pg_notify(text, text) returns void language sql stable as '';`

const DEFAULTS = `select table_name, column_name, column_default from information_schema.columns
  where table_schema = 'public' and column_default in ('now()', 'clock_timestamp()', 'demo_clock.now()', 'demo_clock.clock_timestamp()')`

// Those that grow with every deal.
const GROWING: readonly (keyof DB)[] = [
  'visit',
  'weighing',
  'file',
  'weight_act',
  'weight_act_line',
  'act',
  'act_position',
  'payment',
  'payment_allocation',
  'payment_attempt',
  'payment_event',
  'payment_lease',
  'payment_limit',
  'payment_limit_use',
  'payment_registry',
  'audit_event',
  'stored_tare',
  'daily_rollup',
  'counter',
]

export async function startClock(databaseUrl: string): Promise<DemoClock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(SHADOW)
  await redirect(client, (name) => `demo_clock.${name}`)
  const moments = await openMoments(databaseUrl)
  return {
    q: moments.q,
    set: moments.begin,
    async measure() {
      await moments.end()
      await client.query(`analyze ${GROWING.join(', ')}`)
    },
    async stop() {
      await moments.close()
      await redirect(client, (name) => `pg_catalog.${name.replace('demo_clock.', '')}`)
      await client.query('drop schema demo_clock cascade')
      await client.end()
    },
  }
}

async function redirect(client: pg.Client, to: (name: string) => string): Promise<void> {
  const { rows } = await client.query<{
    table_name: string
    column_name: string
    column_default: string
  }>(DEFAULTS)
  const steps = rows.map(
    (row) =>
      `alter table public.${row.table_name} alter column ${row.column_name} set default ${to(row.column_default)}`,
  )
  await client.query(steps.join(';'))
}

/** An earlier fill was cut off: its half is removed, so that the next one starts on an empty database. */
export async function clearUnfinished(databaseUrl: string): Promise<boolean> {
  const client = await reachDatabase(databaseUrl)
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_namespace where nspname = 'demo_clock'`,
    )
    if (!rowCount) return false
    await client.query(
      'drop schema demo_clock cascade; drop schema if exists pgboss cascade; drop schema public cascade; create schema public',
    )
    return true
  } finally {
    await client.end()
  }
}

/** A connection on which time is fixed at a moment of the past. */
interface Moments {
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
async function openMoments(databaseUrl: string): Promise<Moments> {
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
