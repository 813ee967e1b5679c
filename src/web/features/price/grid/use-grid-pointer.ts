import type { MouseEvent, PointerEvent } from 'react'
import { isGroup } from './grid-actions.ts'
import { blockOf, within, type Place } from './grid-moves.ts'
import type { PriceGridProps } from './price-grid-props.ts'
import { readColumnWidth, readFrozenWidth } from './use-grid-window.ts'

/** What the mouse does in the grid: a press chooses, a drag stretches, a double press edits. */
export function usePointer(props: PriceGridProps, edit: () => void) {
  const { rows, columns, selection, select } = props
  const size = { rows: rows.length, cols: columns.length, page: 1 }
  const last = { row: rows.length - 1, col: columns.length - 1 }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.button !== 0 || target.tagName === 'INPUT' || target.closest('[data-sticky]')) return
    const { row, col, head } = hit(event)
    if (head && col < 0) return select({ anchor: { row: 0, col: 0 }, active: last })
    if (head) return select({ anchor: { row: 0, col }, active: { row: last.row, col } })
    const at = rows[row]
    if (!at) return
    if (isGroup(at)) props.fold(at.row.product.id)
    if (col < 0 && !isGroup(at))
      return select({ anchor: { row, col: 0 }, active: { row, col: last.col } })
    const active = within({ row, col: isGroup(at) ? selection.active.col : col }, size)
    select({ anchor: event.shiftKey ? selection.anchor : active, active })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1 || (event.target as HTMLElement).closest('[data-head], input')) return
    const { row, col, head } = hit(event)
    if (head || col < 0) return
    const active = within({ row, col }, size)
    const { active: before, anchor } = selection
    if (active.row !== before.row || active.col !== before.col) select({ anchor, active })
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const { row, col, head } = hit(event)
    if (!head && col >= 0 && !isGroup(rows[row])) edit()
  }
  /** The menu is of what is chosen; a press beside it chooses the cell under the pointer. */
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest('[data-sticky], input')) return
    event.preventDefault()
    const { row, col, head } = hit(event)
    const { top, bottom, left, right } = blockOf(selection)
    const chosen = row >= top && row <= bottom && col >= left && col <= right
    if (!head && !chosen && rows[row]) {
      const active = within({ row, col: col < 0 ? selection.active.col : col }, size)
      select({ anchor: active, active })
    }
    props.askMenu(event.clientX, event.clientY)
  }
  return { onPointerDown, onPointerMove, onDoubleClick, onContextMenu }
}

/** The place under the pointer follows from the scroll position; columns before the prices are -1. */
function hit(event: MouseEvent<HTMLElement>): Place & { head: boolean } {
  const element = event.currentTarget
  const box = element.getBoundingClientRect()
  const height = element.querySelector('[role=row]')?.getBoundingClientRect().height ?? 1
  const frozen = readFrozenWidth(element)
  const [x, y] = [event.clientX - box.left, event.clientY - box.top]
  return {
    head: y < height,
    row: Math.floor((y - height + element.scrollTop) / height),
    col: x < frozen ? -1 : Math.floor((x - frozen + element.scrollLeft) / readColumnWidth(element)),
  }
}
