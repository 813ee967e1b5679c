import { memo, type MouseEvent, type RefObject } from 'react'
import { cellOf } from './cell-text.ts'
import type { Column } from '../list-types.ts'
import styles from './table.module.css'

export interface RowsProps<Row> {
  rows: Row[]
  columns: Column<Row>[]
  idOf: (row: Row) => string
  activeId: string | undefined
  selected: ReadonlySet<string>
  selectable: boolean
  rowTone: ((row: Row) => 'struck' | 'warning' | undefined) | undefined
  onActivate: (id: string) => void
  onOpen: (row: Row) => void
  /** One click, where a list has cards beside it. */
  onLook: ((row: Row) => void) | undefined
  onToggle: (row: Row) => void
  /** On a phone: one tap opens. */
  tapOpens: boolean
  scroller: RefObject<HTMLDivElement | null>
}

/** All rows are rendered: for short pages. */
export function PlainRows<Row>(props: RowsProps<Row>) {
  return (
    <tbody>
      {props.rows.map((row, place) => (
        <OneRow key={props.idOf(row)} row={row} place={place} {...rowProps(props, row)} />
      ))}
    </tbody>
  )
}

/** Props of a single row, so that the others are not rendered again when the active row moves. */
export function rowProps<Row>(props: Omit<RowsProps<Row>, 'scroller'>, row: Row) {
  const id = props.idOf(row)
  return {
    id,
    columns: props.columns,
    active: id === props.activeId,
    chosen: props.selected.has(id),
    selectable: props.selectable,
    tone: props.rowTone?.(row),
    onActivate: props.onActivate,
    onOpen: props.onOpen,
    onLook: props.onLook,
    onToggle: props.onToggle,
    tapOpens: props.tapOpens,
  }
}

interface OneRowProps<Row> {
  row: Row
  place: number
  id: string
  columns: Column<Row>[]
  active: boolean
  chosen: boolean
  selectable: boolean
  tone: 'struck' | 'warning' | undefined
  onActivate: (id: string) => void
  onOpen: (row: Row) => void
  onLook: ((row: Row) => void) | undefined
  onToggle: (row: Row) => void
  tapOpens: boolean
}

function DrawnRow<Row>(props: OneRowProps<Row>) {
  const { row, place, id, columns, active, chosen, selectable, tone, tapOpens } = props
  return (
    <tr
      id={`row-${id}`}
      className={styles['row']}
      aria-rowindex={place + 1}
      aria-selected={chosen || active}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      data-tone={tone}
      onClick={(event) => {
        props.onActivate(id)
        if (isOnControl(event)) return
        if (tapOpens) props.onOpen(row)
        else props.onLook?.(row)
      }}
      onDoubleClick={() => props.onOpen(row)}
    >
      {selectable && (
        <td className={styles['check']}>
          <label className={styles['box']}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label="Выбрать строку"
              checked={chosen}
              onChange={() => props.onToggle(row)}
            />
          </label>
        </td>
      )}
      {columns.map((column, number) => (
        <td
          key={column.id}
          data-column={number}
          data-align={column.align}
          data-lines={column.grow}
          title={column.text(row)}
        >
          {column.grow ? <span>{cellOf(column, row)}</span> : cellOf(column, row)}
        </td>
      ))}
    </tr>
  )
}

/** The boxes and buttons of a card have their own meaning. */
export function isOnControl({ target }: MouseEvent): boolean {
  return (target as HTMLElement).closest('button, a, label') !== null
}

export const OneRow = memo(DrawnRow) as typeof DrawnRow
