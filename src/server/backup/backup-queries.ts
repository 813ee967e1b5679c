import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, constants } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { beginOneMoment } from '../db/spread/one-moment.ts'
import { uuidv7 } from '../db/uuid.ts'
import { BadBackup, type Manifest } from './manifest.ts'
import { writePiece } from './sealed-pieces.ts'

type Table = Manifest['tables'][number]
type Sequence = Manifest['sequences'][number]

// Keeps a second backup of the same database out.
const LOCK = 727003

/** True where no other backup of this database is under way; held as long as the connection. */
export async function keepOthersOut(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [LOCK],
  )
  return rows[0]!.free
}

/**
 * One moment of the database: a transaction that sees nothing of what others commit from now on and keeps nobody waiting. The tables of the
 * queue stay out: a job is only a wake-up, and what it finds in our tables decides (`jobs.ts`).
 */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  if (!(await beginOneMoment(client)))
    throw new BadBackup('в базе пишут без перерыва: повторите, когда в ней меньше работы')
  const { rows } = await client.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  )
  return rows[0]!.now
}

export async function migrationNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by name collate "C"',
  )
  return rows.map(({ name }) => name)
}

export const endSnapshot = (client: pg.Client) => client.query('commit')

/** Keys of all files of the snapshot, one a line, in the order of their names, so that two backups are compared line by line. */
export async function listKeys(client: pg.Client, target: string): Promise<void> {
  const keys = `select storage_key from file where deleted_at is null union select storage_key from phone_page`
  const sorted = `select storage_key from (${keys}) k order by regexp_replace(storage_key, '^s3:', '') collate "C"`
  await pipeline(client.query(copyTo(`copy (${sorted}) to stdout`)), createWriteStream(target))
}

export const pieceOfTable = (dir: string, name: string) =>
  path.join(dir, 'tables', `${name}.copy.gz.age`)

/** Columns of each table whose values are stored and not computed, in their order. */
const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.relname order by c.relname collate "C"`

/** Every table as text of COPY, which any later PostgreSQL reads, compressed and encrypted; `client` is in the backup's snapshot. */
export async function dumpTables(
  client: pg.Client,
  dir: string,
  recipient: string,
): Promise<Table[]> {
  const { rows } = await client.query<Pick<Table, 'name' | 'columns'>>(TABLES)
  const tables: Table[] = []
  for (const { name, columns } of rows) {
    const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const copy = client.query(
      copyTo(`copy public.${pg.escapeIdentifier(name)} (${listed}) to stdout`),
    )
    // The encryption behind it is the slower part.
    const packed = createGzip({ level: constants.Z_BEST_SPEED })
    const piece = await writePiece(pieceOfTable(dir, name), [copy, packed], recipient)
    tables.push({ name, columns, rows: copy.rowCount, ...piece })
  }
  return tables
}

/** Numbers that sequences would give next; they are outside any snapshot, so they are read after its tables. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const at = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from public.${pg.escapeIdentifier(name)}`,
    )
    sequences.push({ name, ...at.rows[0]! })
  }
  return sequences
}

export interface MadeBackup {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly files: { readonly count: number; readonly missing: number }
}

/** Writes down a backup that was made, or the reason why it was not. */
export async function noteBackup(
  client: pg.Client,
  startedAt: Date,
  made: MadeBackup | { readonly failure: string },
): Promise<void> {
  // A failed backup may have left its transaction open.
  await client.query('rollback')
  const whole = 'failure' in made ? undefined : made
  await client.query(
    `insert into backup_run (id, started_at, name, failure, row_count, file_count, missing_count, byte_count)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuidv7(),
      startedAt,
      whole?.name ?? null,
      'failure' in made ? made.failure.slice(0, 500) : null,
      whole?.rows ?? 0,
      whole?.files.count ?? 0,
      whole?.files.missing ?? 0,
      whole?.bytes ?? 0,
    ],
  )
}
