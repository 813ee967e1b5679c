import { useState, type RefObject } from 'react'
import { placesInView, rowHeight, useScrollWindow } from '#web/ui/list/table/use-scroll-window.ts'

/** Width of one price column in pixels, which the style sheet gives by the window's as well. */
export function readColumnWidth(scroller: Element): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--column'))
}

/** Width of the frozen code and name in pixels, which the style sheet gives by the window's. */
export function readFrozenWidth(scroller: Element): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--frozen'))
}

/** The left edge of a price column, for the style of its content. */
export function columnLeft(col: number): string {
  return `calc(var(--frozen) + ${col} * var(--column))`
}

// Rendered beyond the part in view, so that a fast wheel shows no gap.
const SPARE_ROWS = 6
const SPARE_COLUMNS = 2

export type GridWindow = {
  /** The first row that is wholly or partly in view, and how many fit. */
  readonly top: number
  readonly page: number
  /** Rows and columns to draw: from, up to and without. */
  readonly first: number
  readonly last: number
  readonly left: number
  readonly right: number
  /** Of a row, in pixels. */
  readonly height: number
}

const START: GridWindow = { top: 0, page: 20, first: 0, last: 30, left: 0, right: 12, height: 28 }

/** Which part of the grid is in view: rows and columns have one size each, so it follows from the scroll position. */
export function useGridWindow(scroller: RefObject<HTMLElement | null>): GridWindow {
  // Rows drawn at another height would jump when they are measured.
  const [start] = useState(() => ({ ...START, height: rowHeight() }))
  return useScrollWindow(scroller, start, viewOf)
}

function viewOf(scroller: HTMLElement): GridWindow {
  const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller
  const height = rowHeight()
  const rows = placesInView(scrollTop, clientHeight, height, SPARE_ROWS)
  const columns = placesInView(
    scrollLeft,
    clientWidth - readFrozenWidth(scroller),
    readColumnWidth(scroller),
    SPARE_COLUMNS,
  )
  return {
    top: Math.floor(scrollTop / height),
    // The head takes one row's height of the view.
    page: Math.max(1, Math.floor(clientHeight / height) - 1),
    ...rows,
    left: columns.first,
    right: columns.last,
    height,
  }
}

/** Brings a cell into view, beside the frozen columns and under the head. */
export function reveal(element: HTMLElement, row: number, col: number) {
  const height = rowHeight()
  const top = row * height
  const bottom = top + 2 * height
  if (top < element.scrollTop) element.scrollTop = top
  else if (bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = bottom - element.clientHeight
  const width = readColumnWidth(element)
  const left = col * width
  const right = left + width + readFrozenWidth(element)
  if (left < element.scrollLeft) element.scrollLeft = left
  else if (right > element.scrollLeft + element.clientWidth)
    element.scrollLeft = right - element.clientWidth
}
