import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import type { ListState } from './list-address.ts'
import type { Column } from './list-types.ts'
import { PlainRows, type RowsProps } from './table-row.tsx'
import styles from './table.module.css'
import { WindowRows } from './table-rows.tsx'
import { TotalsRow } from './totals-row.tsx'

interface DataTableProps<Row> extends Omit<RowsProps<Row>, 'scroller'> {
  label: string
  sort: ListState['sort']
  onSort: (field: string, add: boolean) => void
  totals: Record<string, number>
  /** Old rows while the next page loads. */
  dimmed: boolean
  /** No rows yet: those drawn meanwhile are a picture, which readers of the screen skip. */
  busy: boolean
  allSelected: boolean
  onSelectAll: () => void
  onResize: (column: string, width: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  onContextMenu: (event: MouseEvent<HTMLElement>) => void
  /** Instead of rows: loading, empty, error. */
  body: ReactNode
}

/** From so many rows on only those in view are drawn: 50 rows stay under 1000 nodes. */
const WINDOW_FROM = 40
const CHECK_WIDTH = 34

/** The one table: fixed columns so that nothing jumps, one tab stop, keys move the active row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, totals, activeId, selectable, body } = props
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = rows.findIndex((row) => idOf(row) === activeId)
    if (place >= 0) reveal(scroller.current, place, rows.length)
    // Only a new active row moves the list, not the rows that a refresh brings.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [activeId])
  const width = columns.reduce((sum, column) => sum + column.width, selectable ? CHECK_WIDTH : 0)
  const Rows = rows.length >= WINDOW_FROM ? WindowRows<Row> : PlainRows<Row>
  const withTotals = columns.some((column) => column.total) && rows.length > 0
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
        style={{ minWidth: width }}
      >
        <colgroup>
          {selectable && <col style={{ width: CHECK_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.id} style={column.grow ? undefined : { width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th className={styles['check']}>
                <input
                  type="checkbox"
                  aria-label="Выбрать все строки страницы"
                  checked={props.allSelected}
                  onChange={props.onSelectAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                onResize={props.onResize}
              />
            ))}
          </tr>
        </thead>
        {body ?? <Rows {...props} scroller={scroller} />}
        {withTotals && !body && (
          <TotalsRow columns={columns} totals={totals} selectable={selectable} />
        )}
      </table>
    </div>
  )
}

/** Scrolls by the row's place, since a row out of view is not drawn; head and totals cover the edges. */
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
