import { sql } from 'kysely'
import type { Photo } from '#contract/file/file-entities.ts'
import type { Db } from '../../db/handle.ts'
import { isGiven } from './file-queries.ts'
import type { FileParams } from './storage/stored-file.ts'

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
    .select(['f.id', 'f.kind', 'f.params', 'd.title as camera_title', isGiven('f').as('given')])
    .execute()
  return new Map(rows.map((row) => [row.id, shownPhoto(row)]))
}

interface PhotoRow {
  id: string
  kind: string
  params: unknown
  camera_title: string | null
  given: boolean
}

/** Where and when a brought picture was taken is the person's word, so neither is shown beside it. */
function shownPhoto({ id, kind, params, camera_title, given }: PhotoRow): Photo {
  const base = { file_id: id, kind: kind === 'indicator' ? kind : 'photo', given } as const
  if (given) return { ...base, camera: null, view: 'Фото от оператора', taken_at: null }
  const { camera = null, taken_at = null } = params as FileParams
  const view = camera_title ?? (camera === null ? 'Фото' : `Камера ${camera}`)
  return { ...base, camera, view, taken_at }
}
