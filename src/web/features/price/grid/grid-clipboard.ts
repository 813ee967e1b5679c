import type { ClipboardEvent } from 'react'
import { MAX_CELLS } from '#contract/price/price.ts'
import { count, plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { clearBlock, copyBlock, pasteBlock } from './grid-actions.ts'
import { blockOf } from './grid-moves.ts'
import type { PriceGridProps } from './price-grid-props.ts'

export type Hand = Pick<
  PriceGridProps,
  'rows' | 'columns' | 'pending' | 'selection' | 'select' | 'write'
>

/** Blocks go to other programs and come from them by the browser's own clipboard events: no permission is asked. */
export function clipboardOf(props: PriceGridProps) {
  const { rows, columns, selection, canEdit, write } = props
  const sheet = { rows, columns, edits: props.pending.edits }
  const block = blockOf(selection)
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyBlock(sheet, block))
  }
  const onCut = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget) return
    onCopy(event)
    if (canEdit) write(clearBlock(sheet, block))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!canEdit) return toast.warning('У вас нет права менять цены')
    paste(props, event.clipboardData.getData('text/plain'))
  }
  return { onCopy, onCut, onPaste }
}

/** Pastes a text over the chosen block and reports what was not pasted as expected. */
export function paste({ rows, columns, pending, selection, select, write }: Hand, text: string) {
  if (text === '') return
  const block = blockOf(selection)
  const found = pasteBlock({ rows, columns, edits: pending.edits }, block, text)
  write(found.changes)
  // The active cell stays at the corner where the block begins, so that nothing scrolls away.
  select({
    anchor: { row: found.bottom, col: found.right },
    active: { row: block.top, col: block.left },
  })
  if (found.beyond > 0) {
    const cells = plural(found.beyond, 'значение', 'значения', 'значений')
    toast.warning(`${cells} не поместилось`)
  }
  if (found.changes.length > MAX_CELLS)
    toast.warning(
      `В блоке ${plural(found.changes.length, 'ячейка', 'ячейки', 'ячеек')}: сохраняться они будут частями, по ${count(MAX_CELLS)}`,
    )
}
