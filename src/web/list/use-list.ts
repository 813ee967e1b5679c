import { useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { isPhone, useStore } from '#web/state/store.ts'
import { rememberRecent } from '#web/state/preferences.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { rowsFilter, type ListSpec, type ListState } from '#web/ui/list/address/list-address.ts'
import type { Column, ListScreenProps } from '#web/ui/list/list-types.ts'
import { useMenuPlace } from '#web/ui/list/use-menu-place.ts'
import { useBulk } from '#web/ui/list/selection/use-bulk.ts'
import { useColumns } from './use-columns.ts'
import { useAllMatching } from './use-select-all.ts'
import { ownFilter, useListData } from './use-list-data.ts'
import { useListState, type ListChange } from '#web/ui/list/address/use-list-state.ts'
import { useRowsKeys } from '#web/ui/list/table/use-rows-keys.ts'

const DEFAULT_SIZE = 50
/** Rows that PgUp and PgDn move. */
const PAGE_ROWS = 20

/** State and actions of a list; its screen only renders it. */
export function useList<Row>(props: ListScreenProps<Row>, place: RefObject<HTMLDivElement | null>) {
  const { call, filters = [], fixed = {}, bulk = [], create, copy } = props
  const settings = useColumns(props.id, props.columns)
  const { columns } = settings
  const [spec] = useState(() => specOf(props))
  const { state, change, reset } = useListState(spec)
  const data = useListData<Row>(call, state, filters, fixed)
  const rows = data.rows ?? []
  const idOf = props.rowId ?? ((row: Row) => (row as { id: string }).id)
  const rowActions = useRowActions(props, { idOf, columns, state, change })
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
      if (preview && state.preview) change({ preview: idOf(row) }, { replace: true })
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
  })
  const chosen = (gathering.rows ?? rows).filter((row) => keys.selected.has(idOf(row)))
  const closeMenu = () => leaveMenu(menu, place)
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
    closeMenu,
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

/** The menu is removed before it can return the focus itself. */
function leaveMenu(menu: { close: () => void }, place: RefObject<HTMLDivElement | null>) {
  menu.close()
  gridOf(place)?.focus()
}

interface ListNow<Row> {
  idOf: (row: Row) => string
  columns: Column<Row>[]
  state: ListState
  change: (part: Partial<ListState>, how?: ListChange) => void
}

/** Actions on a row, by key, mouse or menu. */
function useRowActions<Row>(props: ListScreenProps<Row>, now: ListNow<Row>) {
  const { idOf, columns, state, change } = now
  const phone = useStore(isPhone)
  const { card } = props
  const navigate = useNavigate()
  // A card on a phone leaves columns out: where a row leads nowhere, the preview shows them all.
  const facts = phone && !props.open ? () => undefined : undefined
  const preview = props.preview ?? (card ? (row: Row) => card(idOf(row)) : facts)
  const showPreview = (id: string) => change({ preview: id }, { replace: true })
  return {
    preview,
    open: (row: Row) => {
      if (preview && !props.open) showPreview(idOf(row))
      const href = props.open?.(row)
      if (!href) return
      rememberRecent(`${props.title}: ${columns[0]?.text(row) ?? ''}`, href)
      void navigate(href)
    },
    togglePreview: preview && ((row: Row) => showPreview(state.preview ? '' : idOf(row))),
    copyText: (chosen: Row[]) => void copyRows(columns, chosen),
  }
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
    gridOf(place)?.focus()
    enter()
  }
  const toSearch = () =>
    place.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')?.focus()
  useKeys([
    ...(create ? [{ hotkey: 'create' as const, label: create.label, run: create.run }] : []),
    ...(copy ? [{ hotkey: 'copy' as const, label: 'Скопировать запись', run: copy }] : []),
    { hotkey: 'refresh', label: 'Обновить список', run: refetch },
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
