import { useEffect, useRef } from 'react'
import { CellEditor } from './cell-editor.tsx'
import { clipboardOf } from './grid-clipboard.ts'
import { GridHead } from './grid-head.tsx'
import { blockOf } from './grid-moves.ts'
import styles from './price-grid.module.css'
import { cellId, chosenIn, GroupName, PriceRow } from './price-rows.tsx'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import { usePointer } from './use-grid-pointer.ts'
import { columnLeft, reveal, useGridWindow, type GridWindow } from './use-grid-window.ts'
import type { PriceGridProps } from './price-grid-props.ts'

/** The price list as a spreadsheet (screens.md 10): only the part in view is rendered. */
export function PriceGrid(props: PriceGridProps) {
  const { rows, columns, selection, grid } = props
  const view = useGridWindow(grid)
  const hands = useGridKeyboard(props, view)
  const pointer = usePointer(props, hands.edit)
  const { row, col } = selection.active
  const shown = useRef(selection)
  useEffect(() => {
    if (shown.current !== selection && grid.current) reveal(grid.current, row, col)
    shown.current = selection
  }, [selection, row, col, grid])
  const block = blockOf(selection)
  const width = columnLeft(columns.length)
  const { editing } = hands
  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Прайс"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 2}
      aria-multiselectable
      aria-readonly={!props.canEdit}
      aria-activedescendant={activeId(props, view)}
      tabIndex={0}
      className={styles['scroller']}
      onKeyDown={hands.press}
      {...clipboardOf(props)}
      {...pointer}
    >
      <div
        role="presentation"
        className={styles['canvas']}
        style={{ height: (rows.length + 1) * view.height, width }}
      >
        <GridHead
          columns={columns}
          left={view.left}
          right={view.right}
          block={block}
          move={props.moveColumn}
        />
        <StickyGroup {...props} view={view} />
        <DrawnRows {...props} view={view} />
        {editing && (
          <CellEditor
            key={`${editing.row} ${editing.col}`}
            editing={editing}
            label={`${rows[editing.row]?.row.product.name}, ${columns[editing.col]?.title}`}
            top={(editing.row + 1) * view.height}
            left={columnLeft(editing.col)}
            take={hands.take}
            giveUp={hands.giveUp}
          />
        )}
      </div>
    </div>
  )
}

function DrawnRows(props: PriceGridProps & { view: GridWindow }) {
  const { rows, columns, pending, foreign, selection, view } = props
  const block = blockOf(selection)
  return rows.slice(view.first, view.last).map((gridRow, i) => {
    const place = view.first + i
    const { id } = gridRow.row.product
    return (
      <PriceRow
        key={id}
        gridRow={gridRow}
        place={place}
        height={view.height}
        columns={columns}
        left={view.left}
        right={view.right}
        edits={pending.edits.get(id)}
        foreign={foreign.get(id)}
        active={selection.active.row === place ? selection.active.col : -1}
        {...chosenIn(block, place)}
      />
    )
  })
}

/** The group of the rows in view stays under the head; a press on it goes back to its own row. */
function StickyGroup({ rows, view, select, selection }: PriceGridProps & { view: GridWindow }) {
  const top = rows[view.top]
  const place = top ? top.group : -1
  const group = rows[place]
  if (!group) return null
  const active = { row: place, col: selection.active.col }
  return (
    <div className={styles['sticky']} aria-hidden data-sticky>
      <div onPointerDown={() => select({ anchor: active, active })}>
        <GroupName gridRow={group} place={-1} active={false} />
      </div>
    </div>
  )
}

/** Only what is drawn has an id to point at. */
function activeId({ rows, selection }: PriceGridProps, view: GridWindow): string | undefined {
  const { row, col } = selection.active
  const at = rows[row]
  if (!at || row < view.first || row >= view.last) return undefined
  if (at.row.product.kind === 'group') return `${cellId(row, 0)}-group`
  return col < view.left || col >= view.right ? undefined : cellId(row, col)
}
