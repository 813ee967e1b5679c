/** A line as its drop sees it: without a weight of its own it takes what the others leave. */
interface Share {
  transaction_id: string | null
  drop_no: number
  phys_g: number | null
}

/** Lines of a weight act that stands already, and goods by piece, are of no drop. */
export const sameDrop = (one: Omit<Share, 'phys_g'>, other: Omit<Share, 'phys_g'>): boolean =>
  one.transaction_id !== null &&
  one.transaction_id === other.transaction_id &&
  one.drop_no === other.drop_no

/** The chosen line takes the rest of its drop; whichever took it before keeps what it has now. */
export function withRest<R extends Share>(
  rows: readonly R[],
  place: number,
  physOf: (place: number) => number | null | undefined,
): R[] {
  return rows.map((row, at) => {
    if (at === place) return { ...row, phys_g: null }
    if (row.phys_g === null && sameDrop(row, rows[place]!))
      return { ...row, phys_g: physOf(at) ?? null }
    return row
  })
}

/** The last line that wants a rest which another line of its drop takes; −1 where none does. */
export const restTwice = (rows: readonly Share[]) =>
  rows.findLastIndex(
    (row, at) =>
      row.phys_g === null &&
      rows.some((other, place) => place < at && other.phys_g === null && sameDrop(row, other)),
  )

/** Whether a drop has several lines, so that one of them may take what the others leave. */
export const isShared = (rows: readonly Share[], row: Share) =>
  rows.filter((other) => sameDrop(other, row)).length > 1
