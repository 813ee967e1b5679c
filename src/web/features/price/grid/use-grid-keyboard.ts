import { useState, type KeyboardEvent } from 'react'
import { clearBlock, fillBlock, isGroup, nextItem, valueAt } from './grid-actions.ts'
import { blockOf, moveCursor, within, type Place } from './grid-moves.ts'
import type { PriceGridProps } from './price-grid-props.ts'
import { cellId } from './price-rows.tsx'
import type { GridWindow } from './use-grid-window.ts'
import { flushSync } from 'react-dom'
import { formatMoney } from '#contract/core/input-text.ts'
import type { Editing, Going } from './cell-editor.tsx'
import { readPrice } from '../edit/price-block.ts'

/** What keys do in the grid; keys are matched by their place, so any layout will do. */
export function useGridKeyboard(props: PriceGridProps, view: GridWindow) {
  const { rows, columns, selection, select, canEdit, write } = props
  const editor = useCellEditing(props)
  const sheet = { rows, columns, edits: props.pending.edits }
  const block = blockOf(selection)
  const size = { rows: rows.length, cols: columns.length, page: view.page }
  const go = (active: Place) => select({ anchor: active, active })

  const { edit } = editor

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    if (act(event)) event.preventDefault()
  }
  const act = (event: KeyboardEvent): boolean => {
    const { code, shiftKey: shift } = event
    const ctrl = event.ctrlKey || event.metaKey
    if (ctrl && shift && /^Arrow(Left|Right)$/.test(code))
      return order(code === 'ArrowLeft' ? -1 : 1)
    const to = moveCursor({ code, ctrl }, selection.active, size)
    if (to) {
      select({ anchor: shift ? selection.anchor : to, active: to })
      return true
    }
    if (code === 'ContextMenu' || (shift && code === 'F10')) return markHandled(menu())
    if (ctrl) return command(code, shift)
    if (code === 'F2' || code === 'Enter' || code === 'NumpadEnter') return markHandled(edit())
    if (code === 'Space' && isGroup(rows[selection.active.row])) return markHandled(edit())
    if (code === 'Delete' || code === 'Backspace')
      return canEdit && markHandled(write(clearBlock(sheet, block)))
    if (code === 'Escape') return markHandled(go(selection.active))
    if (event.key.length !== 1 || !canEdit || isGroup(rows[selection.active.row])) return false
    return markHandled(edit(event.key))
  }
  const menu = () => {
    const { row, col } = selection.active
    const cell = document.getElementById(cellId(row, col)) ?? props.grid.current
    const box = cell?.getBoundingClientRect()
    if (box) props.askMenu(box.left, box.bottom)
  }
  const command = (code: string, shift: boolean): boolean => {
    if (code === 'KeyA')
      return markHandled(
        select({ anchor: { row: 0, col: 0 }, active: { row: size.rows - 1, col: size.cols - 1 } }),
      )
    if (!canEdit) return false
    if (code === 'KeyZ') return markHandled(shift ? props.redo() : props.undo())
    if (code === 'KeyY') return markHandled(props.redo())
    if (code === 'KeyD') return markHandled(write(fillBlock(sheet, block)))
    return false
  }
  const order = (step: 1 | -1): boolean => {
    const { row, col } = selection.active
    const to = within({ row, col: col + step }, size)
    if (!props.moveColumn || to.col === col) return true
    props.moveColumn(col, to.col)
    return markHandled(go(to))
  }

  return { ...editor, press }
}

/** Typing into one cell: how it starts, what happens to the text, and where the active cell moves then. */
function useCellEditing(props: PriceGridProps) {
  const { rows, columns, selection, select, canEdit, write, grid } = props
  const [editing, setEditing] = useState<Editing>()
  const sheet = { rows, columns, edits: props.pending.edits }
  const go = (active: Place) => select({ anchor: active, active })

  const edit = (typed?: string) => {
    const { row, col } = selection.active
    const at = rows[row]
    if (!at) return
    if (isGroup(at)) return props.fold(at.row.product.id)
    if (!canEdit || !columns[col]) return
    const value = valueAt(sheet, row, col)
    const stands = typeof value === 'number' ? formatMoney(value, '') : (value ?? '')
    // The field must have the focus before the next key comes, a few milliseconds later.
    flushSync(() => setEditing({ row, col, text: typed ?? stands, replaces: typed !== undefined }))
  }
  const back = () => {
    setEditing(undefined)
    grid.current?.focus({ preventScroll: true })
  }
  const take = (text: string, going: Going) => {
    if (!editing) return
    const { row, col } = editing
    const [at, column] = [rows[row], columns[col]]
    if (at && column)
      write([{ product: at.row.product.id, column: column.id, value: readPrice(text) }])
    // An element that has taken the focus meanwhile keeps it.
    if (going === 'stay') return setEditing(undefined)
    back()
    if (going === 'down' || going === 'up')
      return go({ row: nextItem(rows, row, going === 'down' ? 1 : -1), col })
    const size = { rows: rows.length, cols: columns.length, page: 1 }
    go(within({ row, col: col + (going === 'right' ? 1 : -1) }, size))
  }

  return { editing, edit, take, giveUp: back }
}

const markHandled = (_effect: unknown) => true
