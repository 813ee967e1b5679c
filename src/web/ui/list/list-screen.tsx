import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { keyName } from '../keys.ts'
import { Page } from '../page.tsx'
import type { BulkBarProps } from './bulk-bar.tsx'
import { DataTable } from './data-table.tsx'
import { FiltersBar } from './filters-bar.tsx'
import { sortedBy } from './list-address.ts'
import { LazyBulkBar, LazyListMenus, LazyRowMenu, LazySidePeek } from './lazy-list-parts.tsx'
import { ListBody } from './list-body.tsx'
import { ListFooter } from './list-footer.tsx'
import styles from './list.module.css'
import type { ListMenusProps, ListView } from './list-menus.tsx'
import type { ListScreenProps } from './list-types.ts'
import type { RowMenuProps } from './row-menu.tsx'
import type { ListColumns } from './use-columns.ts'
import { useList } from './use-list.ts'

/** The one list: the address is its state, the server filters, sorts and counts (web.md 5). */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { filters = [], bulk = [], create, card } = props
  const place = useRef<HTMLDivElement>(null)
  const list = useList(props, place)
  const { settings, state, change, reset, data, rows, idOf, keys, menu, chosen, peek } = list
  const { columns, resize } = settings
  const choosing = chosen.length > 0 && bulk.length > 0
  const asked = menu.place && rows.find((row) => idOf(row) === menu.place?.id)
  return (
    <Page
      title={props.title}
      shape="fill"
      actions={<Head {...props} settings={settings} view={list.view} />}
    >
      {props.above && <div className={styles['above']}>{props.above}</div>}
      <div className={styles['tools']} data-choosing={choosing || undefined}>
        <FiltersBar
          state={state}
          change={change}
          reset={reset}
          statuses={props.statuses}
          period={props.period ?? false}
          filters={filters}
          search={props.search ?? 'Найти в списке'}
          leave={list.enterTable}
        />
        {choosing && (
          <div className={styles['over']}>
            <LazyBulkBar
              {...({
                rows: chosen,
                bulk: list.bulk,
                clear: list.clear,
                total: data.total,
                gathering: list.gathering,
                gather: list.gather,
              } satisfies BulkBarProps<Row> as unknown as BulkBarProps<never>)}
            />
          </div>
        )}
      </div>
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
            onToggle={keys.toggle}
            body={
              rows.length > 0 ? undefined : (
                <ListBody {...{ data, state, columns, reset, create }} empty={props.empty} />
              )
            }
          />
          <ListFooter state={state} change={change} data={data} />
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
                peek: list.togglePeek,
                toggle: keys.toggle,
              } satisfies RowMenuProps<Row> as unknown as RowMenuProps<never>)}
            />
          )}
        </div>
        {peek && state.peek && (
          <LazySidePeek
            close={() => change({ peek: '' }, { replace: true })}
            open={list.peeked && props.open ? () => list.open(list.peeked!) : undefined}
          >
            {list.peeked
              ? peek(list.peeked)
              : (card?.(state.peek) ?? 'Этой записи нет на странице списка.')}
          </LazySidePeek>
        )}
      </div>
    </Page>
  )
}

interface HeadProps<Row> extends ListScreenProps<Row> {
  settings: ListColumns<Row>
  view: ListView<Row>
}

function Head<Row>({ call, title, actions, settings, create, view }: HeadProps<Row>) {
  return (
    <>
      {actions}
      <LazyListMenus
        {...({
          settings,
          call,
          title,
          view,
        } satisfies ListMenusProps<Row> as unknown as ListMenusProps<never>)}
      />
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
