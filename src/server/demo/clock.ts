import pg from 'pg'
import type { Kysely } from 'kysely'
import { reachDatabase } from '../db/connection/reach.ts'
import type { DB } from '../db/schema.ts'
import { openMoments } from './moments.ts'

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
