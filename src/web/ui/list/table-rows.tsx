import { useVirtualizer } from '@tanstack/react-virtual'
import { OneRow, rowProps, type RowsProps } from './table-row.tsx'

const OVERSCAN = 6
/** Until the row's height is measured: the compact density. */
const ROW = 28

/** Long pages: only the rows in view; lives alone, since the compiler skips what uses a virtualizer. */
export function VirtualRows<Row>(props: RowsProps<Row>) {
  const { rows, idOf, scroller } = props
  // The one hook that the compiler cannot follow; rows are memoized by hand instead.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight(),
    getItemKey: (place) => idOf(rows[place]!),
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      {before > 0 && <tr aria-hidden style={{ height: before }} />}
      {items.map(({ key, index }) => (
        <OneRow key={key} row={rows[index]!} place={index} {...rowProps(props, rows[index]!)} />
      ))}
      {after > 0 && <tr aria-hidden style={{ height: after }} />}
    </tbody>
  )
}

function rowHeight(): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return Number.parseFloat(text) || ROW
}
