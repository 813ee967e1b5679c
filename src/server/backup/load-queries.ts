import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pieceOfTable } from './backup-queries.ts'
import { BadBackup, type Manifest } from './manifest.ts'
import { reachDatabase } from '../db/connection/reach.ts'
import { openPiece } from './sealed-pieces.ts'

interface Source {
  readonly dir: string
  readonly identity: string
}

/**
 * Fills the tables of a database that the backup's own migrations have just made, in one transaction. Foreign keys are taken off and put
 * back afterwards, which proves every reference anew; our triggers rest meanwhile, since each row has passed them once.
 */
export async function loadTables(
  client: pg.Client,
  { tables, sequences }: Manifest,
  source: Source,
): Promise<void> {
  await client.query('begin')
  const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  const keys = await foreignKeys(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await loadTable(client, table, source)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, value, is_called: isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${pg.escapeIdentifier(name)}`,
      value,
      isCalled,
    ])
  await client.query('commit')
  await client.query('analyze')
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  { dir, identity }: Source,
): Promise<void> {
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const copy = client.query(
    copyFrom(`copy public.${pg.escapeIdentifier(name)} (${listed}) from stdin`),
  )
  await pipeline(await openPiece(pieceOfTable(dir, name), identity), createGunzip(), copy)
  if (copy.rowCount !== rows)
    throw new BadBackup(`в таблице ${name} строк ${copy.rowCount}, а записано ${rows}`)
}

/** Names and tables come quoted as SQL needs them. */
async function foreignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`)
  return rows
}

/** A database of an installation that works is never written over. */
export async function openEmpty(databaseUrl: string): Promise<pg.Client> {
  const client = await reachDatabase(databaseUrl)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (rows[0]!.count === 0) return client
  await client.end()
  throw new BadBackup('база не пуста: создайте для восстановления новую')
}

/** Whoever starts a server over this database finds its payouts held, whatever its machine remembers. */
export async function markRestored(client: pg.Client, madeAt: string): Promise<void> {
  await client.query(
    `update installation set held_since = now(), held_why = $1, proven_at = $2,
       first_by = null, first_at = null, first_reason = null, released_by = null, released_at = null`,
    ['База восстановлена из копии', madeAt],
  )
  await client.query('delete from bank_comparison where asked_by is null')
}
