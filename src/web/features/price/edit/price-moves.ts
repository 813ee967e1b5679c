import type { CellKey, Edit, Stand } from './pending-prices.ts'

// screens.md 10: a move of more than a fifth, or to nothing, is worth a second look.
const FIFTH = 5n

/** The edits that move a price by more than 20 %, or to 0. */
export function bigMoves<E extends CellKey & { edit: Edit }>(
  edits: readonly E[],
  standOf: (key: CellKey) => Stand,
): E[] {
  return edits.filter((one) => isBigMove(standOf(one).kop, one.edit.value))
}

function isBigMove(before: number | null, after: Edit['value']): boolean {
  if (typeof after !== 'number') return false
  if (after === 0) return before !== 0
  if (before === null) return false
  const [from, to] = [BigInt(before), BigInt(after)]
  return (to > from ? to - from : from - to) * FIFTH > from
}
