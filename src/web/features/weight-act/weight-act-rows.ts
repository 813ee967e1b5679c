import type { Visit } from '#contract/visit/visit-entities.ts'
import type { LineInput, WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { isShared, restTwice, sameDrop } from './unload-remainder.ts'
import {
  deductionsBody,
  deductionsOf,
  deductionsProblems,
  addDeductions,
  NO_DEDUCTIONS,
  type LineDeductions,
} from './line-deductions.ts'

/** One line of the editor; without a weight of its own it takes the remainder of the unload. */
export type Row = LineDeductions & {
  transaction_id: string
  drop_no: number
  title: string
  drop_g: number
  phys_g: number | null
  product_id: string | null
  zasor_mode: 'percent' | 'weight'
  zasor_bp: number | null
  zasor_g: number | null
}

type Drop = Visit['drops'][number]
/** What of a visit its lines are made of. */
export interface WeighedVisit extends Pick<
  Visit,
  'id' | 'number' | 'carnumber' | 'product_id' | 'pack_g'
> {
  readonly drops: readonly Pick<Drop, 'drop_no' | 'weight_g' | 'product_id'>[]
}

/** The fields of a line that a saved draft or another form gives. */
export type VisitRow = Omit<Row, 'title' | 'drop_g'>

/** A draft to continue, or what was chosen for the visits before. */
export interface EditorStart {
  draft?: WeightActWithLines
  lines?: readonly VisitRow[]
  supplierId?: string
}

/**
 * A line for every unload of the visits, or the given lines. `contaminationOf` gives a product's usual contamination in basis
 * points: a product chosen at the scale starts with the same contamination as one chosen here.
 */
export function rowsOf(
  visits: readonly WeighedVisit[],
  contaminationOf: (productId: string | null) => number,
  visitRows: readonly VisitRow[] = [],
): Row[] {
  const drops = visits.flatMap((visit) => dropRows(visit, contaminationOf))
  return drops.flatMap((drop) => {
    const own = visitRows.filter((line) => sameDrop(line, drop))
    if (own.length === 0) return [drop]
    return own.map(({ product_id, pack_g, deductions, zasor_mode, zasor_bp, zasor_g, phys_g }) => ({
      ...drop,
      product_id,
      pack_g,
      deductions,
      zasor_mode,
      zasor_bp,
      zasor_g,
      phys_g: own.length > 1 ? phys_g : null,
    }))
  })
}

function dropRows(
  visit: WeighedVisit,
  contaminationOf: (productId: string | null) => number,
): Row[] {
  return visit.drops.map((drop) => {
    const product_id = drop.product_id ?? visit.product_id
    return {
      transaction_id: visit.id,
      drop_no: drop.drop_no,
      title: `${visit.number}, ${visit.carnumber ?? 'без номера'}`,
      drop_g: drop.weight_g,
      phys_g: null,
      ...deductionsOf(visit),
      product_id,
      zasor_mode: 'percent',
      zasor_bp: contaminationOf(product_id),
      zasor_g: null,
    }
  })
}

/** Adds another product of the same unload below the line; it waits for its weight. */
export function withSplit(rows: Row[], place: number): Row[] {
  const row = rows[place]!
  const added: Row = {
    ...row,
    product_id: null,
    phys_g: null,
    ...NO_DEDUCTIONS,
    zasor_mode: 'percent',
    zasor_bp: 0,
    zasor_g: null,
  }
  return rows.toSpliced(place + 1, 0, added)
}

/**
 * Removes a line; the only line of an unload stays. Its pack, deductions and remainder pass to the other lines of the unload,
 * because a line that is left alone has no field for a weight of its own.
 */
export function without(rows: Row[], place: number): Row[] {
  if (!canLeave(rows, place)) return rows
  const gone = rows[place]!
  const heir = rows.findIndex((row, at) => at !== place && sameDrop(row, gone))
  const alone = rows.filter((row) => sameDrop(row, gone)).length === 2
  const keptRows = rows.map((row, at) =>
    at === heir
      ? {
          ...row,
          phys_g: alone || gone.phys_g === null ? null : row.phys_g,
          ...addDeductions(row, gone),
        }
      : row,
  )
  return keptRows.toSpliced(place, 1)
}

export const canLeave = (rows: Row[], place: number) => isShared(rows, rows[place]!)

/** Two lines of one unload cannot both take its remainder. */
export const twoRests = (rows: Row[]) => restTwice(rows) >= 0

export function lineOf(row: Row): LineInput[] {
  const { transaction_id, drop_no, product_id, phys_g, zasor_mode, zasor_bp, zasor_g } = row
  if (!product_id) return []
  const contamination =
    zasor_mode === 'percent'
      ? { zasor_mode, zasor_bp: zasor_bp ?? 0 }
      : { zasor_mode, zasor_g: zasor_g ?? 0 }
  return [
    {
      transaction_id,
      drop_no,
      product_id,
      ...contamination,
      ...deductionsBody(row),
      ...(phys_g !== null && { phys_g }),
    },
  ]
}

/** Path of the product of a line, which is not sent without one. */
export const productPath = (place: number) => `rows.${place}.product_id`

/** What prevents the lines from being sent, by the path of the field; at first the first line concerned. */
export function unready(rows: Row[]): Record<string, string> {
  const unnamed = rows.findIndex(({ product_id }) => !product_id)
  if (unnamed >= 0) return { [productPath(unnamed)]: 'Выберите товар' }
  const rest = restTwice(rows)
  if (rest >= 0) return { [`lines.${rest}.phys_g`]: 'Впишите вес' }
  return Object.assign({}, ...rows.map((row, place) => deductionsProblems(row, `lines.${place}`)))
}
