import { useEffect, useState, useRef, type RefObject } from 'react'
import { useNavigate } from '../router/hooks.ts'
import { isPhone, useStore } from '#web/state/store.ts'
import { rememberRecent } from '#web/state/preferences.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { rowsFilter, type ListSpec, type ListState } from '#web/ui/list/address/list-address.ts'
import type { Column, ListScreenProps, AllMatching } from '#web/ui/list/list-types.ts'
import { useMenuPlace } from '#web/ui/list/use-menu-place.ts'
import { useBulk } from '#web/ui/list/selection/use-bulk.ts'
import { useColumns } from './use-columns.ts'
import { useListState } from '#web/ui/list/address/use-list-state.ts'
import { useRowsKeys } from '#web/ui/list/table/use-rows-keys.ts'
import type { Call } from '#contract/core/call.ts'
import { ownFilter, useListData } from './use-list-data.ts'
import type { WantedRows } from './all-rows.ts'

const DEFAULT_SIZE = 50
/** Rows that PgUp and PgDn move. */
const PAGE_ROWS = 20

/** State and actions of a list; its screen only renders it. */
export function useList<Row>(props: ListScreenProps<Row>, place: RefObject<HTMLDivElement | null>) {
  const { call, filters = [], fixed = {}, bulk = [], create, copy } = props
  const settings = useColumns(props.id, props.columns)
  const { columns } = settings
  const [spec] = useState(() => specOf(props))
  const { state, change, reset, showPreview } = useListState(spec)
  const data = useListData<Row>(call, state, props)
  const rows = data.rows ?? []
  const idOf = props.rowId ?? ((row: Row) => (row as { id: string }).id)
  const rowActions = useRowActions(props, { idOf, columns, state, showPreview })
  const { open, preview, togglePreview, copyText } = rowActions
  const menu = useMenuPlace()
  const filter = rowsFilter(state, { ...ownFilter(state, filters), ...fixed })
  const gathering = useAllMatching<Row>(call, filter, idOf)
  const more = bulk.length > 0 && data.total !== undefined && data.total.count > rows.length
  const gather = async () => {
    const found = await gathering.start()
    if (found) keys.setSelected(new Set(found.map(idOf)))
  }
  const keys = useRowsKeys<Row>({
    rows,
    idOf,
    pageRows: PAGE_ROWS,
    open,
    preview: togglePreview,
    walk: (row) => {
      if (preview && state.preview) showPreview(idOf(row))
    },
    copyText,
    selectMore: more && !gathering.rows ? () => void gather() : undefined,
    across: state.tiles ? () => countColumns(gridOf(place)) : undefined,
    menu: (row) => menu.byKey(idOf(row)),
  })
  const previewed =
    preview && state.preview ? rows.find((row) => idOf(row) === state.preview) : undefined
  const enterTable = useListKeys({
    place,
    create,
    refetch: data.refetch,
    enter: () => keys.activate(Math.max(keys.active, 0)),
    copy: copy && (() => rows[keys.active] && copy(rows[keys.active]!)),
    selectEvery: bulk.length > 0 ? keys.selectEvery : undefined,
  })
  const chosen = (gathering.rows ?? rows).filter((row) => keys.selected.has(idOf(row)))
  const clear = () => {
    keys.setSelected(new Set())
    gathering.stop()
  }
  return {
    // Rows collected before an action are outdated after it; the page itself is read again.
    bulk: useBulk(bulk, chosen, () => gathering.rows && clear()),
    settings,
    state,
    change,
    reset,
    data,
    rows,
    idOf,
    ...rowActions,
    menu,
    closeMenu: () => leaveMenu(menu, place),
    keys,
    previewed,
    enterTable,
    chosen,
    clear,
    gathering,
    gather: more ? gather : undefined,
    view: { filter, columns, total: data.total, gathering, copyText, selected: keys.selected },
  }
}

interface GatheredRows<Row> {
  key: string
  rows: Row[]
}

/** Reads all rows of a filter, page by page; another filter forgets them. */
function useAllMatching<Row>(
  call: Call,
  filter: Record<string, unknown>,
  idOf: (row: Row) => string,
): AllMatching<Row> {
  const { limit: _, offset: __, ...conditions } = filter
  const key = JSON.stringify(conditions)
  const [gathered, setGathered] = useState<GatheredRows<Row>>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    if (running.current) return undefined
    const control = new AbortController()
    running.current = control
    setProgress(0)
    const rows = await loadRows<Row>({
      call,
      conditions,
      idOf,
      signal: control.signal,
      tell: setProgress,
    })
    running.current = undefined
    setProgress(undefined)
    if (rows) setGathered({ key, rows })
    return rows
  }
  return {
    rows: gathered?.key === key ? gathered.rows : undefined,
    progress,
    start,
    stop: () => {
      running.current?.abort()
      setGathered(undefined)
    },
  }
}

async function loadRows<Row>(wanted: WantedRows<Row>): Promise<Row[] | undefined> {
  const { allRows } = await import('./all-rows.ts')
  return allRows(wanted)
}

/** The menu is removed before it can return the focus itself. */
function leaveMenu(menu: { close: () => void }, place: RefObject<HTMLDivElement | null>) {
  menu.close()
  gridOf(place)?.focus()
}

interface ListNow<Row> {
  idOf: (row: Row) => string
  columns: Column<Row>[]
  state: ListState
  /** Shows the card of this record; an empty id closes it. */
  showPreview: (id: string) => void
}

/** Actions on a row, by key, mouse or menu. */
function useRowActions<Row>(props: ListScreenProps<Row>, now: ListNow<Row>) {
  const { idOf, columns, state, showPreview } = now
  const phone = useStore(isPhone)
  const { card } = props
  const navigate = useNavigate()
  // Without a card of its own the preview shows all columns; on a phone where a row leads nowhere, since a card leaves some out.
  const facts = phone && props.open ? undefined : () => undefined
  const preview = props.preview ?? (card ? (row: Row) => card(idOf(row)) : facts)
  const first = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(first.current), [])
  return {
    preview,
    /** One click. The first card takes width from the rows: it waits for a second click, which would miss its row. */
    look: (row: Row) => {
      clearTimeout(first.current)
      if (state.preview) return showPreview(idOf(row))
      first.current = setTimeout(() => showPreview(idOf(row)), DOUBLE_CLICK_MS)
    },
    open: (row: Row) => {
      clearTimeout(first.current)
      if (preview && !props.open) showPreview(idOf(row))
      const href = props.open?.(row)
      if (!href) return
      rememberRecent(`${props.title}: ${columns[0]?.text(row) ?? ''}`, href)
      navigate(href)
    },
    closePreview: () => showPreview(''),
    togglePreview: preview && ((row: Row) => showPreview(state.preview ? '' : idOf(row))),
    copyText: (chosen: Row[]) => void copyRows(columns, chosen),
  }
}

/** As long as a person takes for the second click. */
const DOUBLE_CLICK_MS = 250

interface ListKeys {
  place: RefObject<HTMLDivElement | null>
  create: { label: string; run: () => void } | undefined
  copy: (() => void) | undefined
  refetch: () => void
  enter: () => void
  selectEvery: (() => void) | undefined
}

/** Keys of the whole list screen; gives the step into the table, which ↓ and Enter in the search take. */
function useListKeys(list: ListKeys): () => void {
  const { place, create, copy, refetch, enter, selectEvery } = list
  const enterTable = () => {
    gridOf(place)?.focus()
    enter()
  }
  const toSearch = () =>
    place.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')?.focus()
  useKeys([
    ...(create ? [{ hotkey: 'create' as const, label: create.label, run: create.run }] : []),
    ...(copy ? [{ hotkey: 'copy' as const, label: 'Скопировать запись', run: copy }] : []),
    { hotkey: 'refresh', label: 'Обновить список', run: refetch },
    ...(selectEvery
      ? [
          {
            keys: 'Ctrl+KeyA' as const,
            label: 'Выбрать все строки',
            // In the search it selects what was typed.
            inField: false,
            run: () => {
              gridOf(place)?.focus()
              selectEvery()
            },
          },
        ]
      : []),
    { keys: 'ArrowDown', label: 'К строкам списка', run: enterTable },
    { hotkey: 'search', label: 'Поле поиска', run: toSearch },
  ])
  return enterTable
}

const gridOf = (place: ListKeys['place']) =>
  place.current?.querySelector<HTMLElement>('[data-grid]')

const countColumns = (grid: HTMLElement | null | undefined) =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1

function specOf<Row>(props: ListScreenProps<Row>): ListSpec {
  const { columns, filters = [], statuses, sort, tile } = props
  const sortable = columns.flatMap((column) => column.sort ?? [])
  const order = (sort ?? '').split(',').filter(Boolean)
  return {
    statuses: statuses?.values ?? [],
    sortable,
    own: filters.map(({ key }) => key),
    sort: order.map((part) => (part.startsWith('-') ? [part.slice(1), 'desc'] : [part, 'asc'])),
    size: DEFAULT_SIZE,
    tiles: tile !== undefined,
  }
}

/** Loaded with the first copy. */
async function copyRows<Row>(columns: Column<Row>[], rows: Row[]) {
  const { copyAsTable } = await import('#web/ui/list/export/copy-as-table.ts')
  copyAsTable(columns, rows)
}
