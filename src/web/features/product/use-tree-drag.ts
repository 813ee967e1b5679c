import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Product } from '#contract/price/product.ts'
import { rowHeight } from '#web/ui/list/table/use-scroll-window.ts'
import type { Line } from './catalogue-lines.ts'
import { dropOn, endPlace, type Place, type Verdict, type Zone } from './catalogue-moves.ts'

export interface Drag {
  id: string
  x: number
  y: number
  /** The row under the pointer; none = the free place below. */
  overId: string | undefined
  zone: Zone
  /** None: a drop here changes nothing. */
  verdict: Verdict | undefined
}

interface DragInput {
  scroller: RefObject<HTMLElement | null>
  nodes: readonly Product[]
  lines: readonly Line[]
  /** A closed group under a resting pointer is opened. */
  open: (id: string) => void
  drop: (id: string, place: Place) => void
}

/** A press becomes a drag beyond this distance, so that a shaky click stays a click. */
const SLOP_PX = 5
const OPEN_AFTER_MS = 700
/** Near an edge the tree scrolls by a row at a time. */
const EDGE_PX = 24
const SCROLL_EVERY_MS = 60

/** Drags a row by mouse or pen; on touch screens fingers scroll, and buttons move nodes. */
export function useTreeDrag(input: DragInput) {
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  const start = (event: PointerEvent, id: string) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    follow(id, event.clientX, event.clientY, latest, setDrag)
  }
  return { drag, start }
}

type Latest = RefObject<DragInput>

function follow(
  id: string,
  x0: number,
  y0: number,
  latest: Latest,
  show: (drag: Drag | undefined) => void,
) {
  const end = new AbortController()
  const { signal } = end
  let now: Drag | undefined
  let rest = 0
  let rested: string | undefined
  const stop = () => {
    end.abort()
    clearTimeout(rest)
    clearInterval(timer)
    show(undefined)
  }
  const look = (x: number, y: number) => {
    now = dragAt(id, x, y, latest.current)
    show(now)
    if (now.overId === rested) return
    rested = now.overId
    clearTimeout(rest)
    const line = latest.current.lines.find(({ node }) => node.id === now?.overId)
    if (line?.open === false)
      rest = window.setTimeout(() => latest.current.open(line.node.id), OPEN_AFTER_MS)
  }
  const timer = setInterval(() => {
    const box = latest.current.scroller.current?.getBoundingClientRect()
    if (!now || !box) return
    const way = now.y < box.top + EDGE_PX ? -1 : now.y > box.bottom - EDGE_PX ? 1 : 0
    if (way === 0) return
    latest.current.scroller.current?.scrollBy({ top: way * rowHeight() })
    look(now.x, now.y)
  }, SCROLL_EVERY_MS)
  const move = ({ clientX, clientY }: MouseEvent) => {
    if (now || Math.hypot(clientX - x0, clientY - y0) > SLOP_PX) look(clientX, clientY)
  }
  const up = () => {
    const place = now?.verdict && 'place' in now.verdict ? now.verdict.place : undefined
    stop()
    if (place) latest.current.drop(id, place)
  }
  const key = (event: KeyboardEvent) => {
    if (!now || event.code !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    stop()
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', up, { signal })
  addEventListener('pointercancel', stop, { signal })
  addEventListener('blur', stop, { signal })
  addEventListener('keydown', key, { signal, capture: true })
}

function dragAt(id: string, x: number, y: number, input: DragInput): Drag {
  const { scroller, lines, nodes } = input
  const element = scroller.current!
  const box = element.getBoundingClientRect()
  const height = rowHeight()
  const way = (y - box.top + element.scrollTop) / height
  const line = lines[Math.floor(way)]
  const outside = x < box.left || x > box.right || y < box.top || y > box.bottom
  if (outside) return { id, x, y, overId: undefined, zone: 'into', verdict: undefined }
  if (!line) return { id, x, y, overId: undefined, zone: 'after', verdict: endPlace(nodes, id) }
  const zone = zoneOf(line.node.kind, way % 1)
  return { id, x, y, overId: line.node.id, zone, verdict: dropOn(nodes, id, line, zone) }
}

/** A group mostly receives nodes inside it; on an item only the very middle means «into», to say that this is not possible. */
function zoneOf(kind: Product['kind'], share: number): Zone {
  const edge = kind === 'group' ? 0.28 : 0.42
  if (share < edge) return 'before'
  return share > 1 - edge ? 'after' : 'into'
}
