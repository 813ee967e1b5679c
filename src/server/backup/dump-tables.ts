import path from 'node:path'
import { createGzip, constants } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest } from './manifest.ts'
import { writePiece } from './sealed-pieces.ts'

type Table = Manifest['tables'][number]
type Sequence = Manifest['sequences'][number]

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
