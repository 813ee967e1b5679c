import type { RefObject } from 'react'
import { placesInView, rowHeight, useScrollWindow } from './use-scroll-window.ts'

/** Rows drawn above and below those in view, so that a fast wheel shows no gap. */
const OVERSCAN = 4
/** Drawn before the place is measured: a screen of the compact density. */
const START = { first: 0, last: 30, height: 0 }

/** Which rows of one height are in view of their scroller, and that height. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>) {
  return useScrollWindow(scroller, START, viewOf)
}

function viewOf({ scrollTop, clientHeight }: HTMLElement) {
  const height = rowHeight()
  return { ...placesInView(scrollTop, clientHeight, height, OVERSCAN), height }
}
