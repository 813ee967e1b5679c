import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { rememberRecent } from '../../state/preferences.ts'
import { keyName, useKeys } from '../keys.ts'
import { Page } from '../page.tsx'
import { toast } from '../toast.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DataTable } from './data-table.tsx'
import { FiltersBar } from './filters-bar.tsx'
import { sortedBy, type ListSpec } from './list-address.ts'
import { ListBody } from './list-body.tsx'
import { ListFooter } from './list-footer.tsx'
import styles from './list.module.css'
import type { Column, ListScreenProps } from './list-types.ts'
import { SidePeek } from './side-peek.tsx'
import { useColumns } from './use-columns.ts'
import { useListData } from './use-list-data.ts'
import { useListState } from './use-list-state.ts'
import { useRowsKeys } from './use-rows-keys.ts'

const DEFAULT_SIZE = 50
/** Rows that PgUp and PgDn move. */
const PAGE_ROWS = 20

/** The one list: the address is its state, the server filters, sorts and counts (web.md 5). */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { call, filters = [], fixed = {}, bulk = [], create, copy, card } = props
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const { all, columns, hide, move, resize } = useColumns(props.id, props.columns)
  const [spec] = useState(() => specOf(props))
  const { state, change, reset } = useListState(spec)
  const data = useListData<Row>(call, state, filters, fixed)
  const rows = data.rows ?? []
  const idOf = props.rowId ?? ((row: Row) => (row as { id: string }).id)
  const peek = props.peek ?? (card && ((row: Row) => card(idOf(row))))
  const open = (row: Row) => {
    if (card && !props.open) change({ peek: idOf(row) }, { replace: true })
    const href = props.open?.(row)
    if (!href) return
    rememberRecent(`${props.title}: ${columns[0]?.text?.(row) ?? ''}`, href)
    void navigate(href)
  }
  const keys = useRowsKeys<Row>({
    rows,
    idOf,
    pageRows: PAGE_ROWS,
    open,
    peek: peek && ((row) => change({ peek: state.peek ? '' : idOf(row) }, { replace: true })),
    walk: (row) => {
      if (peek && state.peek) change({ peek: idOf(row) }, { replace: true })
    },
    copyText: (chosen) => copyRows(columns, chosen),
  })
  const active = rows[keys.active]
  const peeked = peek && state.peek ? rows.find((row) => idOf(row) === state.peek) : undefined
  const enterTable = useListKeys({
    place,
    create,
    refetch: data.refetch,
    enter: () => keys.activate(Math.max(keys.active, 0)),
    copy: copy && (() => active && copy(active)),
  })
  const hasRows = rows.length > 0
  const chosen = rows.filter((row) => keys.selected.has(idOf(row)))
  return (
    <Page
      title={props.title}
      shape="fill"
      actions={<Head {...props} columns={all} shown={columns} hide={hide} move={move} />}
    >
      {props.above && <div className={styles['above']}>{props.above}</div>}
      {chosen.length > 0 && bulk.length > 0 ? (
        <BulkBar rows={chosen} actions={bulk} clear={() => keys.setSelected(new Set())} />
      ) : (
        <FiltersBar
          state={state}
          change={change}
          reset={reset}
          statuses={props.statuses}
          period={props.period ?? false}
          filters={filters}
          search={props.search ?? 'Найти в списке'}
          leave={enterTable}
        />
      )}
      <div className={styles['panes']} ref={place}>
        <div className={styles['list']}>
          <DataTable<Row>
            label={props.title}
            columns={columns}
            rows={rows}
            idOf={idOf}
            activeId={keys.activeId}
            selected={keys.selected}
            selectable={bulk.length > 0}
            rowTone={props.rowTone}
            sort={state.sort}
            onSort={(field, add) => change({ sort: sortedBy(state.sort, field, add) })}
            totals={data.totals}
            dimmed={data.stale}
            allSelected={rows.length > 0 && keys.selected.size === rows.length}
            onSelectAll={keys.selectAll}
            onResize={resize}
            onKeyDown={keys.onKeyDown}
            onActivate={keys.setActiveId}
            onOpen={open}
            onToggle={keys.toggle}
            body={
              hasRows ? undefined : (
                <ListBody {...{ data, state, columns, reset, create }} empty={props.empty} />
              )
            }
          />
          <ListFooter state={state} change={change} data={data} />
        </div>
        {peek && state.peek && (
          <SidePeek
            close={() => change({ peek: '' }, { replace: true })}
            open={peeked && props.open ? () => open(peeked) : undefined}
          >
            {peeked ? peek(peeked) : (card?.(state.peek) ?? 'Этой записи нет на странице списка.')}
          </SidePeek>
        )}
      </div>
    </Page>
  )
}

interface HeadProps<Row> extends ListScreenProps<Row> {
  shown: Column<Row>[]
  hide: (id: string, gone: boolean) => void
  move: (id: string, by: number) => void
}

function Head<Row>({ actions, columns, shown, hide, move, create }: HeadProps<Row>) {
  return (
    <>
      {actions}
      <ColumnsMenu all={columns} shown={shown} hide={hide} move={move} />
      {create && (
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          title={keyName({ code: 'Insert' })}
          onClick={create.run}
        >
          {create.label}
        </Button>
      )}
    </>
  )
}

interface ListKeys {
  place: RefObject<HTMLDivElement | null>
  create: { label: string; run: () => void } | undefined
  copy: (() => void) | undefined
  refetch: () => void
  enter: () => void
}

/** Keys of the whole list screen; gives the step into the table, which ↓ and Enter in the search take. */
function useListKeys({ place, create, copy, refetch, enter }: ListKeys): () => void {
  const enterTable = () => {
    place.current?.querySelector<HTMLElement>('[data-grid]')?.focus()
    enter()
  }
  const toSearch = () =>
    place.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')?.focus()
  useKeys([
    ...(create ? [{ code: 'Insert', label: create.label, run: create.run }] : []),
    ...(copy ? [{ code: 'F9', label: 'Скопировать запись', run: copy }] : []),
    { code: 'F5', label: 'Обновить список', run: refetch },
    { code: 'ArrowDown', label: 'К строкам списка', run: enterTable },
    { code: 'Slash', label: 'Поле поиска', run: toSearch },
  ])
  return enterTable
}

function specOf<Row>(props: ListScreenProps<Row>): ListSpec {
  const { columns, filters = [], statuses, sort } = props
  const sortable = columns.flatMap((column) => column.sort ?? [])
  const order = (sort ?? '').split(',').filter(Boolean)
  return {
    statuses: statuses?.values ?? [],
    sortable,
    own: filters.map(({ key }) => key),
    sort: order.map((part) => (part.startsWith('-') ? [part.slice(1), 'desc'] : [part, 'asc'])),
    size: DEFAULT_SIZE,
  }
}

function copyRows<Row>(columns: Column<Row>[], rows: Row[]) {
  if (rows.length === 0) return
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) =>
      columns.map((column) => column.text?.(row) ?? String(column.cell(row) ?? '')),
    ),
  ]
  const text = lines.map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
  void navigator.clipboard.writeText(text.join('\n'))
  toast.info(`Скопировано строк: ${rows.length}`)
}
