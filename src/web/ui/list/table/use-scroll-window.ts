import { useEffect, useState, type RefObject } from 'react'

type Numbers = Record<string, number>

/**
 * The visible part of a scroller, as numbers that follow only from its scroll position and size; renders again only when one of
 * them changes.
 */
export function useScrollWindow<W extends Numbers>(
  scroller: RefObject<HTMLElement | null>,
  start: W,
  /** Must be stable: the same function in every render. */
  viewOf: (element: HTMLElement) => W,
): W {
  const [view, setView] = useState(start)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const next = viewOf(element)
      setView((before) => (same(before, next) ? before : next))
    }
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, viewOf])
  return view
}

function same(a: Numbers, b: Numbers): boolean {
  return Object.keys(a).every((key) => a[key] === b[key])
}

/**
 * Items of equal size along an axis: the range in view, from the first up to but not including the last, with `spare` more at
 * both ends.
 */
export function placesInView(from: number, length: number, size: number, spare: number) {
  const first = Math.max(0, Math.floor(from / size))
  const last = Math.ceil((from + Math.max(0, length)) / size)
  return { first: Math.max(0, first - spare), last: Math.max(first + 1, last) + spare }
}

/** The height of a row in the present density, px. */
export function rowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'))
}
