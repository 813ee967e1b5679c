import { sql, type Kysely } from 'kysely'
import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { DB } from '../../../db/schema.ts'
import { RUNNING } from '../../../db/running-payments.ts'

/** Rows of a kind that an installation may have without end are cut here; their number is counted before. */
const MAX_ROWS = 200

export interface PayoutFigure {
  readonly status: PaymentStatus
  readonly count: number
  /** How long the oldest one is in its state, seconds by the database's clock. */
  readonly oldest_s: number
  /** Whose the oldest one is. */
  readonly company: string | null
}

/** Payouts that a bank has or may have, by state; a state that none is in counts 0. */
export async function readPayouts(q: Kysely<DB>): Promise<PayoutFigure[]> {
  const { rows } = await sql<PayoutFigure>`
    select s.status, coalesce(f.count, 0) as count, coalesce(f.oldest_s, 0) as oldest_s, f.company
    from unnest(${[...runningStatuses]}::text[]) with ordinality s (status, n)
    left join (select p.status, count(*)::int as count, extract(epoch from now() - min(e.at))::int as oldest_s,
        (array_agg(k.short_name order by e.at))[1] as company
      from payment p join company k on k.id = p.company_id
      cross join lateral (select max(at) as at from payment_event e
        where e.company_id = p.company_id and e.payment_id = p.id) e
      where p.status in ${RUNNING} group by p.status) f on f.status = s.status
    order by s.n`.execute(q)
  return rows
}

export interface QueueFigure {
  readonly name: string
  /** Jobs whose moment has come. */
  readonly due: number
  readonly oldest_s: number
}

/** Jobs that are due and that no worker has taken, by queue. */
export async function readQueues(q: Kysely<DB>): Promise<QueueFigure[]> {
  const { rows } = await sql<QueueFigure>`
    select q.name, count(j.id)::int as due,
      coalesce(extract(epoch from now() - min(greatest(j.start_after, j.created_on))), 0)::int as oldest_s
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active' and not j.blocked
      and j.start_after <= now()
    where q.name !~ '^__' group by q.name order by q.name limit ${MAX_ROWS}`.execute(q)
  return rows
}

export interface DeadFigure {
  readonly name: string
  readonly count: number
}

/** Jobs that were given up within a day, by what they were. */
export async function readDeadJobs(q: Kysely<DB>, deadQueue: string): Promise<DeadFigure[]> {
  const { rows } = await sql<DeadFigure>`
    select coalesce(source_name, '?') as name, count(*)::int as count from pgboss.job
    where name = ${deadQueue} and created_on > now() - interval '1 day'
    group by 1 order by 2 desc, 1 limit ${MAX_ROWS}`.execute(q)
  return rows
}

/** Rows that a sweep passes over, because they failed within a day. */
export async function readSetAside(q: Kysely<DB>): Promise<DeadFigure[]> {
  const { rows } = await sql<DeadFigure>`
    select sweep as name, count(*)::int as count from set_aside
    where failed_at > now() - interval '1 day' group by sweep order by sweep limit ${MAX_ROWS}`.execute(
    q,
  )
  return rows
}

export interface AgentFigure {
  readonly id: string
  readonly company_id: string
  readonly company: string
  readonly site: string
  readonly version: string
  readonly is_online: boolean
  /** Since when it is silent; 0 while it is connected. */
  readonly silent_s: number
}

/** A process that has not said for so long that it lives holds no agent (`device/peers`). */
const PROCESS_SILENT_S = 20

/** Every agent that may connect: connected is one whose process lives, whatever its row says. */
export async function readAgents(q: Kysely<DB>): Promise<AgentFigure[]> {
  const { rows } = await sql<AgentFigure>`
    select id, company_id, company, site, version, is_online,
      case when is_online then 0 else extract(epoch from now() - heard_at) end::int as silent_s
    from (select a.id, a.company_id, k.short_name as company, s.name as site, a.program_version as version,
        coalesce(a.last_seen_at, a.created_at) as heard_at,
        a.status = 'online'
          and coalesce(p.seen_at > now() - make_interval(secs => ${PROCESS_SILENT_S}), false) as is_online
      from agent a join company k on k.id = a.company_id
      join site s on s.company_id = a.company_id and s.id = a.site_id
      left join server_process p on p.id = a.link_process
      where a.status <> 'revoked' and s.status = 'active' and k.status = 'active') o
    order by is_online, company, site limit ${MAX_ROWS}`.execute(q)
  return rows
}

export interface BankFigure {
  readonly id: string
  readonly company: string
  readonly title: string
  readonly is_stopped: boolean
  readonly reason: string | null
}

/** Agreements by which payouts go, those that stopped first. */
export async function readBanks(q: Kysely<DB>): Promise<BankFigure[]> {
  const { rows } = await sql<BankFigure>`
    select c.id, k.short_name as company, c.title, c.circuit = 'stopped' as is_stopped,
      c.stopped_reason as reason
    from bank_config c join company k on k.id = c.company_id
    where c.status = 'active' and k.status = 'active'
    order by (c.circuit = 'stopped') desc, k.short_name, c.title limit ${MAX_ROWS}`.execute(q)
  return rows
}

export interface ProcessFigure {
  readonly id: string
  readonly address: string | null
  readonly silent_s: number
  readonly started_at: string
}

export async function readProcesses(q: Kysely<DB>): Promise<ProcessFigure[]> {
  const { rows } = await sql<ProcessFigure>`
    select id, address, extract(epoch from now() - seen_at)::int as silent_s, started_at
    from server_process order by started_at limit ${MAX_ROWS}`.execute(q)
  return rows
}

export interface DatabaseFigure {
  readonly version: string
  readonly bytes: number
  readonly connections: number
  readonly most_connections: number
  /** Statements that wait for a lock of another. */
  readonly waiting: number
  /** The longest transaction that is open, seconds. */
  readonly longest_s: number
  /** Rows that are dead and those that live, of the tables with more than ten thousand. */
  readonly dead_rows: number
  readonly live_rows: number
}

/** Sessions of other roles show no times to this one: locks and transactions are those of the server. */
export async function readDatabase(q: Kysely<DB>): Promise<DatabaseFigure> {
  const { rows } = await sql<DatabaseFigure>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      current_setting('max_connections')::int as most_connections, a.*, t.*
    from (select count(*)::int as connections,
        count(*) filter (where wait_event_type = 'Lock' and datname = current_database())::int as waiting,
        coalesce(extract(epoch from max(now() - xact_start) filter (where datname = current_database()
          and state <> 'idle' and pid <> pg_backend_pid())), 0)::int as longest_s
      from pg_stat_activity where backend_type = 'client backend') a,
      (select coalesce(sum(n_dead_tup), 0)::bigint as dead_rows, coalesce(sum(n_live_tup), 0)::bigint as live_rows
      from pg_stat_user_tables where n_live_tup + n_dead_tup > 10000) t`.execute(q)
  return rows[0]!
}
