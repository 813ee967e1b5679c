import { ColumnsMenu } from '#web/ui/list/columns/columns-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { AllMatching, Column, ListScreenProps } from '#web/ui/list/list-types.ts'
import type { ListColumns } from './use-columns.ts'
import styles from '#web/ui/list/filters/filters.module.css'
import { ViewsMenu } from '#web/ui/list/views-menu.tsx'

/** The list with its present columns, filter and sort. */
export interface ListView<Row> {
  filter: Record<string, unknown>
  /** Ids of the chosen rows. */
  selected: ReadonlySet<string>
  columns: Column<Row>[]
  total: { count: number; capped: boolean } | undefined
  gathering: AllMatching<Row>
  copyText: (rows: Row[]) => void
}

export interface ListMenusProps<Row> extends Pick<ListScreenProps<Row>, 'call' | 'title'> {
  settings: ListColumns<Row>
  view: ListView<Row>
  tiles: TilesChoice | undefined
}

/** Whether tiles are shown instead of rows, and the switch between them. */
export interface TilesChoice {
  shown: boolean
  show: (tiles: boolean) => void
}

/** Actions on the list as a whole: its views, files and columns. */
export function ListMenus<Row>({ call, title, settings, view, tiles }: ListMenusProps<Row>) {
  const { all, columns, hide, move, views } = settings
  // The selection stays unchanged.
  const copy = async () => {
    const rows = await view.gathering.start()
    view.gathering.stop()
    if (rows) view.copyText(rows)
  }
  return (
    <>
      {tiles && <TilesSwitch {...tiles} />}
      <ExportMenu
        {...{ call, title, copy }}
        selected={view.selected}
        filter={view.filter}
        columns={columns.map(({ id }) => id)}
        total={view.total}
      />
      <ViewsMenu {...views} />
      <ColumnsMenu all={all} visible={columns} hide={hide} move={move} />
    </>
  )
}

function TilesSwitch({ shown, show }: TilesChoice) {
  return (
    <div className={styles['chips']} role="group" aria-label="Показать как">
      {[false, true].map((tiles) => (
        <button
          key={String(tiles)}
          type="button"
          className={styles['chip']}
          aria-pressed={shown === tiles}
          onClick={() => show(tiles)}
        >
          {tiles ? 'Плитки' : 'Таблица'}
        </button>
      ))}
    </div>
  )
}
