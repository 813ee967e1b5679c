import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Block } from './grid-moves.ts'
import type { Column, GridRow } from './grid-rows.ts'
import type { Edit } from '../edit/pending-prices.ts'
import { PriceCell, type Foreign } from './price-cell.tsx'
import styles from './price-grid.module.css'
import { columnLeft } from './use-grid-window.ts'

interface PriceRowProps {
  gridRow: GridRow
  place: number
  height: number
  columns: readonly Column[]
  left: number
  right: number
  edits: ReadonlyMap<string, Edit> | undefined
  foreign: ReadonlyMap<string, Foreign> | undefined
  /** Chosen columns of this row, -1 where none is. */
  from: number
  to: number
  active: number
}

/** The id of a cell, with which the grid names its active cell. */
export const cellId = (row: number, col: number) => `price-${row}-${col}`

/** A row is rendered again only when its own data have changed: moving the active cell renders two rows. */
export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { gridRow, place, height, columns } = props
  const { row, depth } = gridRow
  const { name, code, measure } = row.product
  const frame = {
    role: 'row',
    'aria-rowindex': place + 2,
    className: styles['row'],
    style: { top: (place + 1) * height, width: columnLeft(columns.length) },
    'data-row': place,
  }
  if (row.product.kind === 'group')
    return (
      <div {...frame} data-group>
        <GroupName gridRow={gridRow} place={place} active={props.active >= 0} />
      </div>
    )
  return (
    <div {...frame}>
      <div role="gridcell" aria-colindex={1} className={styles['code']}>
        {code}
      </div>
      <div role="rowheader" aria-colindex={2} className={styles['name']} title={name}>
        <span style={{ paddingInlineStart: depth * 12 }}>{name}</span>
        {measure === 'piece' && <span className={styles['unit']}>за шт.</span>}
      </div>
      <Prices {...props} />
    </div>
  )
})

function Prices(props: PriceRowProps) {
  const { gridRow, place, columns, left, right, edits, foreign, from, to, active } = props
  return columns.slice(left, right).map((column, i) => {
    const col = left + i
    return (
      <PriceCell
        key={column.id}
        id={cellId(place, col)}
        col={col}
        place={columnLeft(col)}
        cell={gridRow.row.cells[column.id]}
        edit={edits?.get(column.id)}
        foreign={foreign?.get(column.id)}
        chosen={col >= from && col <= to}
        active={col === active}
      />
    )
  })
}

interface GroupNameProps {
  gridRow: GridRow
  place: number
  active: boolean
}

/** The whole row is one cell: a group has no price, it opens and folds. */
export function GroupName({ gridRow, place, active }: GroupNameProps) {
  const { row, depth, folded } = gridRow
  const Mark = folded ? ChevronRight : ChevronDown
  return (
    <div
      id={`${cellId(place, 0)}-group`}
      role="gridcell"
      aria-colindex={1}
      aria-expanded={!folded}
      className={styles['group']}
      data-active={active || undefined}
    >
      <span style={{ paddingInlineStart: depth * 12 }}>
        <Mark size={16} aria-hidden />
        {row.product.name}
      </span>
    </div>
  )
}

/** Which columns of a row are chosen. */
export function chosenIn(block: Block, row: number): { from: number; to: number } {
  const inside = row >= block.top && row <= block.bottom
  return inside ? { from: block.left, to: block.right } : { from: -1, to: -2 }
}
