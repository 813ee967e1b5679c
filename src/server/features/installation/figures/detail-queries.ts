import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'

export interface Blocker {
  readonly pid: number
  readonly program: string
  /** How long its transaction is open, seconds; null for a session of another role. */
  readonly open_s: number | null
  readonly waiting: number
}

/** Sessions that others wait for, those with most behind them first. */
export async function readBlockers(q: Kysely<DB>): Promise<Blocker[]> {
  const { rows } = await sql<Blocker>`
    select b.pid, coalesce(nullif(b.application_name, ''), '?') as program, count(*)::int as waiting,
      extract(epoch from max(now() - b.xact_start))::int as open_s
    from pg_stat_activity w cross join unnest(pg_blocking_pids(w.pid)) p (pid) join pg_stat_activity b on b.pid = p.pid
    where w.wait_event_type = 'Lock' and w.datname = current_database()
    group by b.pid, b.application_name order by 3 desc limit 5`.execute(q)
  return rows
}

export interface TableFigure {
  readonly name: string
  readonly bytes: number
  readonly dead_rows: number
  readonly live_rows: number
}

/** The largest tables, by the pages that PostgreSQL noted last: to measure one would wait for whoever locks it. */
export async function readTables(q: Kysely<DB>): Promise<TableFigure[]> {
  const { rows } = await sql<TableFigure>`
    select t.relname as name, t.n_dead_tup as dead_rows, t.n_live_tup as live_rows,
      p.pages * current_setting('block_size')::bigint as bytes
    from pg_stat_user_tables t cross join lateral (select sum(c.relpages)::bigint as pages from pg_class c
      where c.oid = t.relid or c.oid in (select indexrelid from pg_index where indrelid = t.relid)) p
    order by p.pages desc limit 3`.execute(q)
  return rows
}

export interface SlowQuery {
  readonly text: string
  readonly calls: number
  readonly mean_ms: number
}

/** By mean time; null where the cluster does not collect statements. Their values are not in these texts. */
export async function readSlowQueries(q: Kysely<DB>): Promise<SlowQuery[] | null> {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('pg_stat_statements') is not null as is_there`.execute(q)
  if (!found[0]!.is_there) return null
  const { rows } = await sql<SlowQuery>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as text, calls::int as calls, mean_exec_time::int as mean_ms
    from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where r.rolname = current_user and calls >= 10 and query !~* '^(begin|commit|listen)'
    order by mean_exec_time desc limit 3`.execute(q)
  return rows
}
