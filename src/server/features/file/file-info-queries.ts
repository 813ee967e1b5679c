import { sql } from 'kysely'
import type { File } from '#contract/file/file-entities.ts'
import { MOST_NEIGHBOURS, type FileInfo } from '#contract/file/file-info.ts'
import type { Db } from '../../db/handle.ts'
import {
  filterFiles,
  shownFile,
  withFileColumns,
  type FileFilter,
  type FileScope,
} from './file-list-queries.ts'

/** A file as the list shows it to this reader. */
export async function findListedFile(
  db: Db,
  id: string,
  scope: FileScope,
): Promise<File | undefined> {
  const row = await withFileColumns(filterFiles(db, { ids: [id] }, scope)).executeTakeFirst()
  return row && shownFile(row)
}

/** Files of the same record that this reader may open, in the order in which they came. */
export async function selectNeighbours(db: Db, file: File, scope: FileScope): Promise<string[]> {
  const { entity, entity_id } = file
  if (!entity || !entity_id) return [file.id]
  const filter: FileFilter = { entity: [entity], entity_id }
  const rows = await filterFiles(db, filter, scope)
    .select('f.id')
    .orderBy('f.created_at')
    // Pictures of one weighing are stored at one moment.
    .orderBy(sql`(f.params->>'camera')::int`)
    .orderBy('f.id')
    .limit(MOST_NEIGHBOURS)
    .execute()
  return rows.map(({ id }) => id)
}

/** The kind of the weighing that a picture of a visit was taken with. */
export async function findWeighingKind(
  db: Db,
  { id, entity, entity_id }: File,
): Promise<FileInfo['weighing']> {
  if (entity !== 'transaction') return null
  const row = await db.q
    .selectFrom('weighing')
    .where('company_id', '=', db.companyId)
    .where('visit_id', '=', entity_id)
    .where(sql<boolean>`${id}::uuid = any(photos)`)
    .select(sql<FileInfo['weighing']>`kind`.as('kind'))
    .executeTakeFirst()
  return row?.kind ?? null
}

/** Which page of its record a scan is. */
export async function findPage(db: Db, { scan_id }: File): Promise<number | null> {
  if (!scan_id) return null
  const row = await db.q
    .selectFrom('scan')
    .where('company_id', '=', db.companyId)
    .where('id', '=', scan_id)
    .select('page')
    .executeTakeFirst()
  return row?.page ?? null
}
