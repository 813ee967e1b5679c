import { sql } from 'kysely'
import type { Photo } from '#contract/file/file-entities.ts'
import type { Db } from '../../db/handle.ts'

/** Pictures by their ids as long as they have bytes; each is named by its camera while the company still has that camera. */
export async function photosById(db: Db, ids: readonly string[]): Promise<Map<string, Photo>> {
  if (ids.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('file as f')
    .leftJoin('device as d', (join) =>
      join
        .onRef('d.company_id', '=', 'f.company_id')
        .on('d.kind', '=', 'camera')
        .on('d.code', '=', sql<number>`(f.params->>'camera')::int`),
    )
    .where('f.company_id', '=', db.companyId)
    .where('f.deleted_at', 'is', null)
    .where(sql<boolean>`f.id = any(${ids})`)
    .select(['f.id', 'f.kind', 'f.params', 'd.title as camera_title'])
    .execute()
  return new Map(
    rows.map((row) => {
      const { camera = null, taken_at = null } = row.params as {
        camera?: number
        taken_at?: string
      }
      const view = row.camera_title ?? (camera === null ? 'Фото' : `Камера ${camera}`)
      const kind = row.kind === 'indicator' ? 'indicator' : 'photo'
      return [row.id, { file_id: row.id, kind, camera, view, taken_at }]
    }),
  )
}
