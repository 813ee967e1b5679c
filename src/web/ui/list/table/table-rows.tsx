import { OneRow, rowProps, type RowsProps } from './table-row.tsx'
import { useRowWindow } from './use-row-window.ts'

/** Long pages: all rows have one height, so the ones in view follow from the scroll position alone. */
export function WindowRows<Row>(props: RowsProps<Row>) {
  const { rows, idOf, scroller } = props
  const { first, last, height } = useRowWindow(scroller)
  return (
    <tbody>
      {first > 0 && <tr aria-hidden style={{ height: first * height }} />}
      {rows.slice(first, last).map((row, place) => (
        <OneRow key={idOf(row)} row={row} place={first + place} {...rowProps(props, row)} />
      ))}
      {last < rows.length && <tr aria-hidden style={{ height: (rows.length - last) * height }} />}
    </tbody>
  )
}
