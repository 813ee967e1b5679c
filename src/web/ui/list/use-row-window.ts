import { useEffect, useState, type RefObject } from 'react'

/** Rows drawn above and below those in view, so that a fast wheel shows no gap. */
const OVERSCAN = 4
/** Drawn before the place is measured: a screen of the compact density. */
const FIRST = 30

/** Which rows of one height are in view of their scroller, and that height. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>) {
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

/** The height of a row in the present density, px. */
export function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
}
