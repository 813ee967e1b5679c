import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../../db/schema.ts'
import { keyOf, S3_MARK, type PlaceName } from '../../../../storage/storage-key.ts'

type Q = Kysely<DB>

export interface FileToMove {
  readonly company_id: string
  readonly id: string
  readonly storage_key: string
  readonly sha256: Buffer
  readonly size: number
}

/** Files that have their bytes and whose key names the other place than `to`. */
const elsewhere = (to: PlaceName) => {
  const inS3 = sql<boolean>`storage_key like ${sql.lit(`${S3_MARK}%`)}`
  return to === 's3' ? sql<boolean>`not ${inS3}` : inS3
}

export async function hasFilesInS3(q: Q): Promise<boolean> {
  const row = await q
    .selectFrom('file')
    .where('deleted_at', 'is', null)
    .where(elsewhere('disk'))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keys of files in S3: of the newest, then of the oldest, which a bucket restored from a copy has too. */
export async function someInS3(q: Q, limit: number): Promise<string[]> {
  const keys: string[] = []
  for (const direction of ['desc', 'asc'] as const) {
    const rows = await q
      .selectFrom('file')
      .where('deleted_at', 'is', null)
      .where(elsewhere('disk'))
      .select('storage_key')
      .orderBy('id', direction)
      .limit(limit)
      .execute()
    keys.push(...rows.map(({ storage_key }) => storage_key))
  }
  return keys
}

export function countFilesToMove(q: Q, to: PlaceName): Promise<{ files: number; bytes: number }> {
  return q
    .selectFrom('file')
    .where('deleted_at', 'is', null)
    .where(elsewhere(to))
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

/** A page in the order of the primary key; what could not be moved is not asked for again in the same run. */
export function listFilesToMove(
  q: Q,
  to: PlaceName,
  after: Pick<FileToMove, 'company_id' | 'id'> | undefined,
): Promise<FileToMove[]> {
  let query = q.selectFrom('file').where('deleted_at', 'is', null).where(elsewhere(to))
  if (after)
    query = query.where(sql<boolean>`(company_id, id) > (${after.company_id}, ${after.id})`)
  return query
    .select(['company_id', 'id', 'storage_key', 'sha256', 'size'])
    .orderBy('company_id')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Returns false when the file was deleted or moved meanwhile. */
export async function switchKey(q: Q, file: FileToMove, key: string): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('file')
    .set({ storage_key: key })
    .where('company_id', '=', file.company_id)
    .where('id', '=', file.id)
    .where('storage_key', '=', file.storage_key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the file's row names this very place now. */
export async function isReadUnder(q: Q, file: FileToMove, key: string): Promise<boolean> {
  const row = await q
    .selectFrom('file')
    .where('company_id', '=', file.company_id)
    .where('id', '=', file.id)
    .where('storage_key', '=', key)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The names, among those of one company, whose rows read from `place`, with the hash of their bytes. */
export async function namesReadFrom(
  q: Q,
  companyId: string,
  place: PlaceName,
  names: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map(names.map((name) => [keyOf(place, name), name]))
  const rows = await q
    .selectFrom('file')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`storage_key = any(${[...keys.keys()]})`)
    .where('deleted_at', 'is', null)
    .select(['storage_key', 'sha256'])
    .execute()
  return new Map(
    rows.map(({ storage_key, sha256 }) => [keys.get(storage_key)!, sha256.toString('hex')]),
  )
}

/** Held by one move of the whole installation: two would remove each other's copies. */
export async function lockMove(q: Q): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(727082) as locked`.execute(q)
  return rows[0]!.locked
}

export async function unlockMove(q: Q): Promise<void> {
  await sql`select pg_advisory_unlock(727082)`.execute(q)
}
