import type { Photo } from '#contract/file/file-entities.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import type { Db } from '../../../db/handle.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { photosById } from '../../file/photo-queries.ts'
import {
  lastTares,
  productNames,
  storedTares,
  visitRows,
  weighingRows,
} from './visit-card-queries.ts'

type VisitRow = Awaited<ReturnType<typeof visitRows>>[number]
type WeighingRow = Awaited<ReturnType<typeof weighingRows>>[number]

/**
 * Visits whole, with their weighings and pictures: a fixed number of queries, however many visits. Rows of lists show no
 * tares and ask for none.
 */
export async function visitCards(
  db: Db,
  ids: readonly string[],
  of: 'card' | 'list' = 'card',
): Promise<VisitCard[]> {
  if (ids.length === 0) return []
  const [visits, weighings] = await Promise.all([visitRows(db, ids), weighingRows(db, ids)])
  const plates = of === 'card' ? [...new Set(visits.flatMap((visit) => visit.carnumber ?? []))] : []
  const [photos, names, tares, stored] = await Promise.all([
    photosById(
      db,
      weighings.flatMap((row) => row.photos),
    ),
    productNames(db, visits.flatMap(productIds)),
    lastTares(db, plates),
    storedTares(db, plates),
  ])
  return visits.map(({ supplier_type, ...visit }) => {
    const own = weighings.filter((row) => row.visit_id === visit.id)
    const live = own.filter((row) => row.cancelled_at === null)
    const ofPlate = (row: { carnumber: string | null }) => row.carnumber === visit.carnumber
    return {
      ...visit,
      product_name: names.get(visit.product_id ?? '') ?? null,
      in_g: live[0]?.weight_g ?? null,
      sources: [...new Set(live.map((row) => row.source))],
      drops: visit.drops.map((drop) => ({
        ...drop,
        product_id: drop.product_id ?? null,
        product_name: names.get(drop.product_id ?? '') ?? null,
      })),
      photos_count: own.reduce((sum, row) => sum + row.photos.length, 0),
      weighings: own.map((row) => shownWeighing(row, photos)),
      last_tares: tares.filter(ofPlate).map(({ tare_g, at }) => ({ tare_g, at })),
      // A private person's delivery is always weighed twice (domain.md 6.1).
      stored_tare: (!isPrivatePerson(supplier_type) && stored.find(ofPlate)) || null,
      wait_ms: visit.status === 'in' ? waitAfter(db, live.at(-1)) : 0,
    } as VisitCard
  })
}

/** The rule of the pass (domain.md 6.2) computed beforehand, so that no screen offers what would be refused. */
function waitAfter(db: Db, last: WeighingRow | undefined): number {
  const { min_pass_s } = settingsOfSession(db).modules_cfg.weight!
  return last ? Math.max(0, min_pass_s * 1000 - last.age_ms) : 0
}

function productIds(visit: Pick<VisitRow, 'drops' | 'product_id'>): string[] {
  return [visit, ...visit.drops].flatMap(({ product_id }) => product_id ?? [])
}

function shownWeighing(row: WeighingRow, photos: ReadonlyMap<string, Photo>): Weighing {
  const {
    visit_id: _visit,
    age_ms: _age,
    cancelled_at,
    cancel_reason,
    cancelled_by_name,
    cancel_approver_name,
    ...rest
  } = row
  return {
    ...rest,
    photos: row.photos.flatMap((id) => photos.get(id) ?? []),
    cancelled: cancelled_at && {
      at: cancelled_at,
      reason: cancel_reason,
      by_name: cancelled_by_name,
      approver_name: cancel_approver_name,
    },
  } as Weighing
}
