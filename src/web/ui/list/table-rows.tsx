import { useEffect, useState } from 'react'
import { OneRow, rowProps, type RowsProps } from './table-row.tsx'

/** Rows drawn above and below those in view, so that a fast wheel shows no gap. */
const OVERSCAN = 4
/** Drawn before the place is measured: a screen of the compact density. */
const FIRST = 30

/** Long pages: all rows have one height, so the ones in view follow from the scroll position alone. */
export function WindowRows<Row>(props: RowsProps<Row>) {
  const { rows, idOf, scroller } = props
  const { first, last, height } = useWindow(scroller)
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

function useWindow(scroller: RowsProps<unknown>['scroller']) {
  const [view, setView] = useState({ first: 0, last: FIRST, height: 0 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const height = rowHeight()
      const first = Math.max(0, Math.floor(element.scrollTop / height) - OVERSCAN)
      const shown = Math.ceil(element.clientHeight / height) + 2 * OVERSCAN
      setView((before) =>
        before.first === first && before.last === first + shown && before.height === height
          ? before
          : { first, last: first + shown, height },
      )
    }
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return view
}

function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
}
