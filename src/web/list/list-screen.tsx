import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useLocation, useSearchParams } from '../router/hooks.ts'
import { report } from '#contract/report/report.ts'
import { isOwner, isPhone, useStore } from '#web/state/store.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import type { BulkBarProps } from '#web/ui/list/selection/bulk-bar.tsx'
import { DataTable } from '#web/ui/list/table/data-table.tsx'
import { FiltersBar } from '#web/ui/list/filters/filters-bar.tsx'
import { sortedBy } from '#web/ui/list/address/list-address.ts'
import {
  LazyBulkBar,
  LazyCardTable,
  LazyRowMenu,
  LazySidePreview,
  LazyTileGrid,
} from '#web/ui/list/lazy-list-parts.tsx'
import { titleOf } from '#web/ui/list/table/cell-text.ts'
import { ListBody } from '#web/ui/list/table/list-body.tsx'
import { ListFooter } from '#web/ui/list/list-footer.tsx'
import styles from '#web/ui/list/list.module.css'
import type { ListMenusProps, ListView, TilesChoice } from './list-menus.tsx'
import type { ListScreenProps } from '#web/ui/list/list-types.ts'
import type { RowMenuProps } from '#web/ui/list/table/row-menu.tsx'
import type { ListColumns } from './use-columns.ts'
import { useList } from './use-list.ts'
import type { ActionCode } from '#contract/core/actions.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ButtonPlaces } from '#web/ui/keyboard/button-places.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'

/** The one list, and with `?print=` a document over its records. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const document = useSearchParams()[0].get('print')
  return document ? <DocumentPaper kind={document} /> : <OpenList {...props} />
}

/** Loaded after the list: the rows are more important than actions on all of them. */
const LazyListMenus = lazyPart(
  async () => (await import('./list-menus.tsx')).ListMenus,
  <ButtonPlaces words={['Выгрузка', 'Представления', 'Колонки']} />,
)

const LazyPaper = lazyPart(async () => (await import('#web/ui/print/paper.tsx')).Paper)

/** A document over the records of a list: `?print=register_book` and its parameters in the address of the list. */
function DocumentPaper({ kind }: { kind: string }) {
  const { pathname } = useLocation()
  const { print: _print, ...params } = Object.fromEntries(useSearchParams()[0])
  const { data, error } = useCall(report.getDocument, { query: { kind, params } }, { quiet: true })
  const pdf = useSend(report.getDocumentPdf)
  return (
    <LazyPaper
      paper={data}
      failure={error && { error, title: 'Печать', back: 'Вернуться к списку' }}
      record={pathname}
      back="К списку"
      wide
      pdf={(copies) => pdf.send({ query: { kind, params, copies } })}
    />
  )
}

/** The address is the list's state, the server filters, sorts and counts (screens.md 5). */
function OpenList<Row>(given: ListScreenProps<Row>) {
  const props = useAllowedActions(given)
  const phone = useStore(isPhone)
  const { bulk = [], create, card } = props
  const place = useRef<HTMLDivElement>(null)
  const list = useList(props, place)
  const { settings, state, change, reset, data, rows, idOf, keys, menu, preview } = list
  const { columns, resize } = settings
  const show = props.tile && ((tiles: boolean) => change({ tiles }))
  const tiles = show && { shown: state.tiles, show }
  const menus = <Menus {...props} settings={settings} view={list.view} tiles={tiles} />
  const Rows = phone ? LazyCardTable : DataTable
  const Table = (state.tiles ? LazyTileGrid : Rows) as typeof DataTable<Row>
  const asked = menu.place && rows.find((row) => idOf(row) === menu.place?.id)
  return (
    <Page
      title={props.title}
      shape="fill"
      tabs={props.tabs}
      actions={<Head {...props} menus={!phone && menus} />}
    >
      {props.above && <div className={styles['above']}>{props.above}</div>}
      <Tools {...props} list={list} menus={phone && menus} />
      <div className={styles['panes']} ref={place}>
        <div className={styles['list']}>
          <Table
            label={props.title}
            columns={columns}
            rows={rows}
            idOf={idOf}
            activeId={keys.activeId}
            selected={keys.selected}
            selectable={bulk.length > 0}
            rowTone={props.rowTone}
            tile={props.tile}
            sort={state.sort}
            onSort={(field, add) => change({ sort: sortedBy(state.sort, field, add) })}
            onOrder={(sort) => change({ sort })}
            onMenu={menu.byKey}
            totals={data.totals}
            dimmed={data.stale}
            busy={data.loading}
            allSelected={keys.allSelected}
            onSelectAll={keys.selectAll}
            onResize={resize}
            onKeyDown={keys.onKeyDown}
            onContextMenu={(event) => {
              const id = menu.byPointer(event)
              if (id) keys.setActiveId(id)
            }}
            onActivate={keys.setActiveId}
            onOpen={list.open}
            onLook={preview && list.look}
            onToggle={keys.toggle}
            body={
              rows.length > 0 ? undefined : (
                <ListBody
                  {...{ data, state, reset, create }}
                  columns={
                    shownColumns(phone, state.tiles, columns.length) + (bulk.length > 0 ? 1 : 0)
                  }
                  empty={props.empty}
                />
              )
            }
          />
          <ListFooter
            {...{ state, change, data }}
            leftOut={props.leftOut && (props.leftOut(data.totals) ?? '')}
          />
          {menu.place && asked && (
            <LazyRowMenu
              {...({
                list: props,
                columns,
                state,
                change,
                copyText: list.copyText,
                place: menu.place,
                row: asked,
                close: list.closeMenu,
                open: props.open || card ? list.open : undefined,
                preview: list.togglePreview,
                toggle: keys.toggle,
              } satisfies RowMenuProps<Row>)}
            />
          )}
        </div>
        {preview && state.preview && (
          <LazySidePreview
            close={list.closePreview}
            title={list.previewed && titleOf(props.columns, list.previewed)}
            facts={list.previewed && { columns: props.columns, row: list.previewed }}
            open={list.previewed && props.open ? () => list.open(list.previewed!) : undefined}
          >
            {list.previewed
              ? preview(list.previewed)
              : (card?.(state.preview) ?? 'Этой записи нет на странице списка.')}
          </LazySidePreview>
        )}
      </div>
    </Page>
  )
}

/** A card has its menu beside it, a tile nothing. */
const shownColumns = (phone: boolean, tiles: boolean, columns: number) =>
  tiles ? 1 : phone ? 2 : columns

/** The list's props without the actions whose right the user does not hold. The server checks every call again. */
function useAllowedActions<Row>(props: ListScreenProps<Row>): ListScreenProps<Row> {
  const rights = useHeldRights()
  const { create, copy, bulk = [], ...rest } = props
  const reads = useStore(isOwner)
  // Until rights are known the actions stay in place: a button that appears later would move its neighbours. Who reads has next to none.
  const isOffered = ({ right }: { right?: ActionCode }) =>
    right === undefined || (rights?.has(right) ?? !reads)
  const mayCreate = create === undefined || isOffered(create)
  return {
    ...rest,
    ...(create && mayCreate && { create }),
    ...(copy && mayCreate && { copy }),
    bulk: bulk.filter(isOffered),
  }
}

interface ToolsProps<Row> extends ListScreenProps<Row> {
  list: ReturnType<typeof useList<Row>>
  menus: ReactNode
}

/** Filters, and over them the actions on chosen rows. */
function Tools<Row>({ list, menus, ...props }: ToolsProps<Row>) {
  const { state, change, reset, data, chosen } = list
  const { filters = [], bulk = [] } = props
  const choosing = chosen.length > 0 && bulk.length > 0
  return (
    <div className={styles['tools']} data-choosing={choosing || undefined}>
      <FiltersBar
        state={state}
        change={change}
        reset={reset}
        statuses={props.statuses}
        figures={data.figures}
        isCounting={data.isCounting}
        period={props.period ?? false}
        filters={filters}
        search={props.search ?? 'Найти в списке'}
        leave={list.enterTable}
        more={menus}
      />
      {choosing && (
        <div className={styles['over']}>
          <LazyBulkBar
            {...({
              rows: chosen,
              columns: list.settings.columns,
              bulk: list.bulk,
              clear: list.clear,
              total: data.total,
              gathering: list.gathering,
              gather: list.gather,
            } satisfies BulkBarProps<Row>)}
          />
        </div>
      )}
    </div>
  )
}

interface MenusProps<Row> extends ListScreenProps<Row> {
  settings: ListColumns<Row>
  view: ListView<Row>
  tiles: TilesChoice | undefined
}

function Menus<Row>({ call, title, settings, view, tiles }: MenusProps<Row>) {
  return (
    <LazyListMenus
      {...({
        settings,
        call,
        title,
        view,
        tiles,
      } satisfies ListMenusProps<Row>)}
    />
  )
}

interface HeadProps<Row> extends Pick<ListScreenProps<Row>, 'actions' | 'create'> {
  menus: ReactNode
}

function Head<Row>({ actions, create, menus }: HeadProps<Row>) {
  const keyOf = useHotkeyNames()
  return (
    <>
      {actions}
      {menus && <div className={styles['menus']}>{menus}</div>}
      {create && (
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          title={keyOf('create')}
          onClick={create.run}
        >
          {create.label}
        </Button>
      )}
    </>
  )
}
