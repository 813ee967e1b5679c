import pg from 'pg'
import { reachDatabase } from '../db/reach.ts'

/**
 * A database whose `now()` can be set back: the month of history is made by the product's own verbs, each at its own
 * hour, so numbers, sums, printed forms and the audit chain are what they would have been. The schema that shadows the
 * clock also tells an unfinished fill: whoever finds it starts over.
 */
export interface DemoClock {
  /** The address under which the clock is shadowed. */
  readonly url: string
  set(at: Date): Promise<void>
  /** Tells the planner how much there is by now: it would otherwise plan a month of rows as if the tables were empty. */
  measure(): Promise<void>
  /** Gives every column its own clock back and removes the shadow. */
  stop(): Promise<void>
}

const SHADOW = `
  create schema demo_clock;
  create table demo_clock.shift (by interval not null);
  insert into demo_clock.shift values ('0');
  create function demo_clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() - by from demo_clock.shift $$;
  create function demo_clock.clock_timestamp() returns timestamptz language sql volatile as
    $$ select pg_catalog.clock_timestamp() - by from demo_clock.shift $$;`

const DEFAULTS = `select table_name, column_name, column_default from information_schema.columns
  where table_schema = 'public' and column_default in ('now()', 'clock_timestamp()', 'demo_clock.now()', 'demo_clock.clock_timestamp()')`

export async function startClock(databaseUrl: string): Promise<DemoClock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(SHADOW)
  await redirect(client, (name) => `demo_clock.${name}`)
  const url = new URL(databaseUrl)
  url.searchParams.set(
    'options',
    '-c timezone=UTC -c synchronous_commit=off -c search_path=demo_clock,pg_catalog,public',
  )
  return {
    url: url.href.replaceAll('+', '%20'),
    async set(at) {
      await client.query(`update demo_clock.shift set by = pg_catalog.now() - $1::timestamptz`, [
        at.toISOString(),
      ])
    },
    async measure() {
      await client.query('analyze')
    },
    async stop() {
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
  for (const row of rows)
    await client.query(
      `alter table public.${row.table_name} alter column ${row.column_name} set default ${to(row.column_default)}`,
    )
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
