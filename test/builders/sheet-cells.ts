import type { ReadCell, ReadTable } from '#server/sheets/read-xlsx.ts'

/** A read table with plain values in place of cells: numbers and shares as numbers, everything else as its text. */
export function cellsOf({ rows }: ReadTable) {
  return rows.map(({ number, cells }) => ({ number, cells: cells.map(plainValue) }))
}

function plainValue(cell: ReadCell | null): string | number | null {
  if (cell?.kind === 'number') return Number(cell.text)
  if (cell?.kind === 'percent') return Number(cell.text) / 100
  return cell?.text ?? null
}
