import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatMoney } from '#contract/core/input-text.ts'
import type { Editing, Going } from './cell-editor.tsx'
import { isGroup, nextItem, valueAt } from './grid-actions.ts'
import { within, type Place } from './grid-moves.ts'
import { readPrice } from '../edit/price-block.ts'
import type { PriceGridProps } from './price-grid-props.ts'

/** Typing into one cell: how it starts, what happens to the text, and where the active cell moves then. */
export function useCellEditing(props: PriceGridProps) {
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
