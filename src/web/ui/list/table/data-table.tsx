import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, type ComponentType, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import type { ListState } from '../address/list-address.ts'
import type { Column } from '../list-types.ts'
import { PlainRows, OneRow, rowProps, type RowsProps } from './table-row.tsx'
import styles from './table.module.css'
import { TotalsRow, type TotalsRowProps } from './totals-row.tsx'
import { useRowWindow } from './use-row-window.ts'

export interface HeadCellProps<Row> {
  columns: Column<Row>[]
  sort: ListState['sort']
  onOrder: (sort: ListState['sort']) => void
}

/** How a phone draws the same columns (card-table.tsx). */
export interface Cards<Row> {
  columns: Column<Row>[]
  Head: ComponentType<HeadCellProps<Row>>
  Totals: ComponentType<TotalsRowProps<Row>>
}

export interface DataTableProps<Row> extends Omit<RowsProps<Row>, 'scroller' | 'tapOpens'> {
  label: string
  sort: ListState['sort']
  onSort: (field: string, add: boolean) => void
  /** The whole order at once. */
  onOrder: (sort: ListState['sort']) => void
  /** Opens the menu of a row; a phone has no right click for it. */
  onMenu: (id: string) => void
  totals: Record<string, number>
  /** Previous rows while the next page loads. */
  dimmed: boolean
  /** No rows yet: placeholder rows are shown, which screen readers skip. */
  busy: boolean
  allSelected: boolean
  onSelectAll: () => void
  onResize: (column: string, width: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  onContextMenu: (event: MouseEvent<HTMLElement>) => void
  cards?: Cards<Row>
  /** How a tile is filled (tile-grid.tsx). */
  tile?: ((row: Row) => ReactNode) | undefined
  /** Instead of rows: loading, empty, error. */
  body: ReactNode
}

/** From this number of rows on only those in view are rendered: 50 rows stay under 1000 nodes. */
const WINDOW_FROM = 40
const CHECK_WIDTH = 34
const TOUCH_WIDTH = 44
/** What the first cell of a row has before its text beyond other cells. */
const EDGE_WIDTH = 16

/** The only table: fixed columns so that nothing jumps, one tab stop, keys move the active row; on a phone rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, idOf, totals, activeId, selectable, body, cards } = props
  const columns = cards?.columns ?? props.columns
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = rows.findIndex((row) => idOf(row) === activeId)
    if (place >= 0) reveal(scroller.current, place, rows.length)
    // Only a new active row moves the list, not the rows that a refresh brings.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [activeId])
  const check = cards ? TOUCH_WIDTH : CHECK_WIDTH
  // Where no box stands before it, the first column begins at the edge of the page, and its text needs its own width still.
  const edge = selectable || cards ? 0 : EDGE_WIDTH
  const width = columns.reduce((sum, column) => sum + column.width, selectable ? check : edge)
  const Rows = rows.length >= WINDOW_FROM ? WindowRows<Row> : PlainRows<Row>
  const Totals = cards?.Totals ?? TotalsRow<Row>
  const withTotals = props.columns.some((column) => column.total) && rows.length > 0
  return (
    <div ref={scroller} className={styles['scroller']}>
      <table
        className={styles['table']}
        role="grid"
        data-grid
        tabIndex={rows.length > 0 ? 0 : -1}
        aria-activedescendant={activeId && `row-${activeId}`}
        onKeyDown={props.onKeyDown}
        onContextMenu={props.onContextMenu}
        aria-label={label}
        aria-rowcount={rows.length}
        aria-busy={props.busy}
        aria-multiselectable={selectable}
        data-dimmed={props.dimmed || undefined}
        data-cards={cards ? true : undefined}
        style={{ minWidth: width }}
      >
        <colgroup>
          {selectable && <col style={{ width: check }} />}
          {columns.map((column, place) => (
            <col
              key={column.id}
              style={column.grow ? undefined : { width: column.width + (place === 0 ? edge : 0) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th className={styles['check']}>
                <label className={styles['box']}>
                  <input
                    type="checkbox"
                    aria-label="Выбрать все строки страницы"
                    checked={props.allSelected}
                    onChange={props.onSelectAll}
                  />
                </label>
              </th>
            )}
            {cards ? (
              <cards.Head columns={props.columns} sort={props.sort} onOrder={props.onOrder} />
            ) : (
              columns.map((column, place) => (
                <Head
                  key={column.id}
                  column={column}
                  sort={props.sort}
                  onSort={props.onSort}
                  onResize={(id, whole) =>
                    props.onResize(id, place === 0 ? whole - edge : whole)
                  }
                />
              ))
            )}
          </tr>
        </thead>
        {body ?? (
          <Rows
            {...props}
            columns={columns}
            scroller={scroller}
            tapOpens={cards !== undefined}
          />
        )}
        {withTotals && !body && (
          <Totals columns={props.columns} totals={totals} selectable={selectable} />
        )}
      </table>
    </div>
  )
}

/** Long pages: all rows have one height, so the ones in view follow from the scroll position alone. */
function WindowRows<Row>(props: RowsProps<Row>) {
  const { rows, idOf, scroller } = props
  const { first, last, height } = useRowWindow(scroller)
  return (
    <tbody>
      {first > 0 && <tr aria-hidden style={{ height: first * height }} />}
      {rows.slice(first, last).map((row, place) => (
        <OneRow key={idOf(row)} row={row} place={first + place} {...rowProps(props, row)} />
      ))}
      {last < rows.length && <tr aria-hidden style={{ height: (rows.length - last) * height }} />}
    </tbody>
  )
}

/** Scrolls by the row's position, since a row out of view is not rendered; head and totals cover the edges. */
function reveal(scroller: HTMLElement | null, place: number, count: number) {
  const body = scroller?.querySelector('tbody')
  const head = scroller?.querySelector('thead')?.offsetHeight ?? 0
  const foot = scroller?.querySelector('tfoot')?.offsetHeight ?? 0
  if (!scroller || !body) return
  const height = body.offsetHeight / count
  const top = place * height
  const lowest = top + height + head + foot - scroller.clientHeight
  if (scroller.scrollTop > top) scroller.scrollTop = top
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest
}

interface HeadProps<Row> {
  column: Column<Row>
  sort: ListState['sort']
  onSort: (field: string, add: boolean) => void
  onResize: (column: string, width: number) => void
}

function Head<Row>({ column, sort, onSort, onResize }: HeadProps<Row>) {
  const field = column.sort
  const place = sort.findIndex(([other]) => other === field)
  const direction = sort[place]?.[1]
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp
  const order = { asc: 'ascending', desc: 'descending' } as const
  return (
    <th
      scope="col"
      data-align={column.align}
      title={column.meaning}
      aria-sort={field ? (direction ? order[direction] : 'none') : undefined}
    >
      {field ? (
        <button type="button" tabIndex={-1} onClick={(event) => onSort(field, event.shiftKey)}>
          <span>{column.title}</span>
          {direction && <Arrow size={12} aria-hidden />}
          {direction && sort.length > 1 && <sup>{place + 1}</sup>}
        </button>
      ) : (
        <span className={styles['plain']}>{column.title}</span>
      )}
      <span
        className={styles['grip']}
        onPointerDown={(event) => drag(event, (width) => onResize(column.id, width))}
      />
    </th>
  )
}

const MIN_WIDTH = 48

function drag(event: PointerEvent<HTMLElement>, resize: (width: number) => void) {
  const grip = event.currentTarget
  const start = event.clientX
  const before = grip.parentElement!.offsetWidth
  grip.setPointerCapture(event.pointerId)
  const move = (moved: globalThis.PointerEvent) =>
    resize(Math.max(MIN_WIDTH, before + moved.clientX - start))
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), {
    once: true,
  })
}
