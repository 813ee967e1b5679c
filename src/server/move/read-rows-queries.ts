import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { isCluster } from '../db/spread/cluster.ts'
import type { Carrier } from './carry-values.ts'
import { cellsOf, lineOf, readLines } from './copy-lines.ts'
import { rowsText, type MovedTable, type RowsOf } from './move-plan-queries.ts'

/** The rows of a company as they travel, line by line. Values have one text, whatever the settings of the database. */
export async function* readRows(
  client: pg.Client,
  table: MovedTable,
  of: RowsOf,
  carrier: Carrier | undefined,
): AsyncGenerator<string> {
  const copy = client.query(copyTo(`copy (${rowsText(table, of)}) to stdout`))
  for await (const line of readLines(copy))
    yield carrier ? lineOf(carrier.outward(cellsOf(line))) : line
}

/** Before rows are read or written as texts. */
export async function fixTexts(client: pg.Client): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
     set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = '10s'`,
  )
}

const LOCK = 727_005

/** True where no other company of this database is on its way; held as long as the connection. */
export async function keepOthersOut(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [LOCK],
  )
  return rows[0]!.free
}

export interface FoundCompany {
  readonly id: string
  readonly short_name: string
  readonly inn: string
  readonly status: string
  readonly moved_to: string | null
  readonly arrived_print: string | null
  readonly arrived_at: string | null
}

/** By ИНН or id. */
export async function findCompany(
  client: pg.Client,
  name: string,
): Promise<FoundCompany | undefined> {
  const { rows } = await client.query<FoundCompany>(
    `select id, short_name, inn, status, moved_to, arrived_print, arrived_at::text as arrived_at
     from company where id::text = $1 or inn = $1`,
    [name],
  )
  return rows[0]
}

/** The migrations that made the tables: a package fits the same ones only. */
export async function readRelease(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name || ' ' || hash as name from schema_migration order by name collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** On a cluster most write on its machines alone, and the coordinator gives their transactions no number: it knows them as sessions. */
const OTHERS_ON_CLUSTER = `
  select coalesce(array_agg(l.virtualtransaction), '{}') as ids from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'virtualxid' and l.granted and a.datname = current_database() and a.usesysid is not null
    and a.pid <> pg_backend_pid()`

/** Waits until everybody has ended who was at work when this began; false where that took too long. */
export async function outlastOthers(client: pg.Client, mostMs: number): Promise<boolean> {
  const [begun, ended] = (await isCluster(client))
    ? [
        OTHERS_ON_CLUSTER,
        `select not exists (select from pg_locks where virtualtransaction = any($1)) as is_past, pg_sleep(0.1)`,
      ]
    : [
        'select pg_current_xact_id()::text as ids',
        `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > $1::bigint as is_past, pg_sleep(0.1)`,
      ]
  const { rows } = await client.query<{ ids: string | string[] }>(begun)
  const until = Date.now() + mostMs
  for (;;) {
    const { rows: now } = await client.query<{ is_past: boolean }>(ended, [rows[0]!.ids])
    if (now[0]!.is_past) return true
    if (Date.now() > until) return false
  }
}

export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export async function readHead(client: pg.Client, companyId: string): Promise<ChainHead> {
  const { rows } = await client.query<ChainHead>(
    `select seq::int as seq, encode(hash, 'hex') as hash from audit_head where company_id = $1`,
    [companyId],
  )
  return rows[0] ?? { seq: 0, hash: '' }
}

/** Every stored file of the company, with the hash of its bytes where a row has it; the place is not part of a name. */
export async function readStoredNames(
  client: pg.Client,
  companyId: string,
): Promise<{ name: string; key: string; sha256: string | null }[]> {
  const { rows } = await client.query<{ name: string; key: string; sha256: string | null }>(
    `select name, min(key) as key, max(sha256) as sha256 from (
       select regexp_replace(storage_key, '^s3:', '') as name, storage_key as key, encode(sha256, 'hex') as sha256
       from file where company_id = $1 and deleted_at is null
       union all select regexp_replace(storage_key, '^s3:', ''), storage_key, null from phone_page where company_id = $1) f
     group by name order by name collate "C"`,
    [companyId],
  )
  return rows
}
