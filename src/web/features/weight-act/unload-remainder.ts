/** A line as its unload sees it: without a weight of its own it takes the remainder. */
interface Share {
  transaction_id: string | null
  drop_no: number
  phys_g: number | null
}

/** Lines of an existing weight act and products by piece belong to no unload. */
export const sameDrop = (one: Omit<Share, 'phys_g'>, other: Omit<Share, 'phys_g'>): boolean =>
  one.transaction_id !== null &&
  one.transaction_id === other.transaction_id &&
  one.drop_no === other.drop_no

/** The chosen line takes the remainder of its unload; the line that took it before gets its present weight as a fixed one. */
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

/** The last line that asks for a remainder which another line of its unload takes; −1 if there is none. */
export const restTwice = (rows: readonly Share[]) =>
  rows.findLastIndex(
    (row, at) =>
      row.phys_g === null &&
      rows.some((other, place) => place < at && other.phys_g === null && sameDrop(row, other)),
  )

/** Whether an unload has several lines, so that one of them may take the remainder. */
export const isShared = (rows: readonly Share[], row: Share) =>
  rows.filter((other) => sameDrop(other, row)).length > 1
