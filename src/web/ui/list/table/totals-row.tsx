import type { Column } from '../list-types.ts'
import styles from './table.module.css'

export interface TotalsRowProps<Row> {
  columns: Column<Row>[]
  totals: Record<string, number>
  selectable: boolean
}

/** Pixels that a bold digit of a sum and another character take, and what its cell keeps free. */
const DIGIT = 8.4
const SIGN = 5
const PADDING = 10

function widthOf(sum: string): number {
  const digits = sum.replaceAll(/\D/g, '').length
  return digits * DIGIT + (sum.length - digits) * SIGN
}

/** Sums are longer than the values they add up, so each also takes the empty cells before it: a truncated sum would mislead. */
export function TotalsRow<Row>({ columns, totals, selectable }: TotalsRowProps<Row>) {
  const places = columns.flatMap(({ total }, place) => (total ? [place] : []))
  // The label takes one cell less than there are before the first sum, unless that is all there is.
  const words = Math.max((places[0] ?? 0) - 1, Math.min(places[0] ?? 0, 1))
  const rest = columns.length - 1 - (places.at(-1) ?? -1)
  return (
    <tfoot>
      <tr>
        {selectable && <td />}
        {words > 0 && (
          <td colSpan={words} className={styles['label']}>
            Итого по отбору
          </td>
        )}
        {places.map((place, nth) => {
          const { id, align, total, meaning } = columns[place]!
          const from = nth > 0 ? places[nth - 1]! + 1 : words
          const sum = total?.(totals)
          const cells = columns.slice(from, place + 1)
          const room = cells.reduce((width, cell) => width + cell.width, 0)
          return (
            <td
              key={id}
              className={styles['sum']}
              colSpan={place - from + 1}
              data-align={align}
              data-tight={widthOf(sum ?? '') > room - PADDING || undefined}
              title={meaning ? `${sum} — ${meaning}` : sum}
            >
              {sum}
            </td>
          )
        })}
        {rest > 0 && <td colSpan={rest} />}
      </tr>
    </tfoot>
  )
}
