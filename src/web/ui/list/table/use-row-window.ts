import type { RefObject } from 'react'
import { placesInView, useScrollWindow } from './use-scroll-window.ts'

/** Rows rendered above and below those in view, so that a fast wheel shows no gap. */
const OVERSCAN = 4
/** Rendered before the height is measured: a screen of the compact density. */
const START = { first: 0, last: 30, height: 0 }

/** Which rows of equal height are in view of their scroller, and that height. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>) {
  return useScrollWindow(scroller, START, viewOf)
}

function viewOf(scroller: HTMLElement) {
  const { scrollTop, clientHeight } = scroller
  // A card is higher than a row of the same density.
  const height = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--list-row'))
  return { ...placesInView(scrollTop, clientHeight, height, OVERSCAN), height }
}
