import type { Transaction } from '#contract/transaction-entities.ts'
import type { LineInput, WeightActWithLines } from '#contract/weight-act-entities.ts'

/** One line of the editor; without a weight of its own it takes what the others leave of the drop. */
export type Row = {
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

/** A line for every drop of the visits, or the lines that the draft has. */
export function rowsOf(visits: Transaction[], draft?: WeightActWithLines): Row[] {
  const drops = visits.flatMap(dropRows)
  if (!draft) return drops
  return drops.flatMap((drop) => {
    const own = draft.lines.filter((line) => sameDrop(line, drop))
    if (own.length === 0) return [drop]
    return own.map(({ product_id, zasor_mode, zasor_bp, zasor_g, phys_g }) => ({
      ...drop,
      product_id,
      zasor_mode,
      zasor_bp,
      zasor_g,
      phys_g: own.length > 1 ? phys_g : null,
    }))
  })
}

function dropRows(visit: Transaction): Row[] {
  return visit.drops.map((drop) => ({
    transaction_id: visit.id,
    drop_no: drop.drop_no,
    title: `${visit.number}, ${visit.carnumber ?? 'без номера'}`,
    drop_g: drop.weight_g,
    phys_g: null,
    product_id: drop.product_id ?? visit.product_id,
    zasor_mode: 'percent',
    zasor_bp: 0,
    zasor_g: null,
  }))
}

type OfDrop = Pick<Row, 'transaction_id' | 'drop_no'>
const sameDrop = (one: OfDrop, other: OfDrop) =>
  one.transaction_id === other.transaction_id && one.drop_no === other.drop_no

/** One more product of the same drop stands under it and waits for its weight. */
export function withSplit(rows: Row[], place: number): Row[] {
  const row = rows[place]!
  const added = { ...row, product_id: null, phys_g: null, zasor_bp: 0, zasor_g: null }
  return rows.toSpliced(place + 1, 0, added)
}

/** Takes a line away; the only line of a drop stays. */
export function without(rows: Row[], place: number): Row[] {
  return canLeave(rows, place) ? rows.toSpliced(place, 1) : rows
}

export const canLeave = (rows: Row[], place: number) =>
  rows.filter((row) => sameDrop(row, rows[place]!)).length > 1

/** This line takes the rest of its drop; whichever took it before keeps what it has now. */
export function withRest(
  rows: Row[],
  place: number,
  physOf: (place: number) => number | undefined,
) {
  return rows.map((row, at) => {
    if (at === place) return { ...row, phys_g: null }
    if (row.phys_g === null && sameDrop(row, rows[place]!))
      return { ...row, phys_g: physOf(at) ?? null }
    return row
  })
}

/** Two lines of one drop cannot both take its rest. */
export function twoRests(rows: Row[]): boolean {
  return restTwice(rows) >= 0
}

const restTwice = (rows: Row[]) =>
  rows.findLastIndex(
    (row, at) =>
      row.phys_g === null &&
      rows.some((other, place) => place < at && other.phys_g === null && sameDrop(row, other)),
  )

export function lineOf(row: Row): LineInput[] {
  const { transaction_id, drop_no, product_id, phys_g, zasor_mode, zasor_bp, zasor_g } = row
  if (!product_id) return []
  const zasor =
    zasor_mode === 'percent'
      ? { zasor_mode, zasor_bp: zasor_bp ?? 0 }
      : { zasor_mode, zasor_g: zasor_g ?? 0 }
  return [{ transaction_id, drop_no, product_id, ...zasor, ...(phys_g !== null && { phys_g }) }]
}

/** What keeps the lines from being sent, at the first line that has it. */
export function unready(rows: Row[]): Record<string, string> {
  const goods = rows.findIndex(({ product_id }) => !product_id)
  if (goods >= 0) return { rows: `Строка ${goods + 1}: выберите товар` }
  const rest = restTwice(rows)
  return rest >= 0 ? { rows: `Строка ${rest + 1}: впишите вес` } : {}
}
