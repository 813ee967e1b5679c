import { hotkeyName, keyName } from '../../keyboard/hotkeys.ts'
import { cellFilter } from '../filters/cell-filter.ts'
import type { ListState } from '../address/list-address.ts'
import type { BulkAction, Column, ListScreenProps } from '../list-types.ts'
import { PlacedMenu } from '../placed-menu.tsx'
import type { MenuItem } from './row-menu-list.tsx'
import type { MenuPlace } from '../use-menu-place.ts'

/** The list of the menu, its row, and the actions on a row. */
export interface RowMenuProps<Row> {
  list: Pick<ListScreenProps<Row>, 'statuses' | 'filters' | 'bulk' | 'copy'>
  place: MenuPlace
  row: Row
  columns: Column<Row>[]
  state: ListState
  change: (part: Partial<ListState>) => void
  close: () => void
  open: ((row: Row) => void) | undefined
  preview: ((row: Row) => void) | undefined
  toggle: (row: Row) => void
  copyText: (rows: Row[]) => void
}

/** The menu of one row: the actions of its keys, of the cell under the pointer, and of the row itself. */
export function RowMenu<Row>(props: RowMenuProps<Row>) {
  const { place, row, close } = props
  const { x, y } = place
  const groups = groupsOf(props, place, row)
  return <PlacedMenu label="Действия со строкой" x={x} y={y} groups={groups} close={close} />
}

type OfferedItem = MenuItem | false | undefined

function groupsOf<Row>(props: RowMenuProps<Row>, { column }: MenuPlace, row: Row): OfferedItem[][] {
  const { list, open, preview, toggle, copyText } = props
  const { bulk = [], copy } = list
  const cell = props.columns[column ?? 0]
  const text = cell && column !== undefined ? cell.text(row) : ''
  return [
    [
      open && { label: 'Открыть', key: keyName('Enter'), run: () => open(row) },
      preview && { label: 'Карточка справа', key: keyName('Space'), run: () => preview(row) },
    ],
    bulk.filter((action) => action.when?.(row) ?? true).map((action) => itemOf(action, row)),
    narrowing(props, cell, row),
    [
      text !== '' && {
        label: 'Скопировать ячейку',
        run: () => void navigator.clipboard.writeText(text),
      },
      {
        label: 'Скопировать строку',
        key: keyName('Ctrl+KeyC'),
        run: () => copyText([row]),
      },
      copy && {
        label: 'Новая запись по этой',
        key: hotkeyName('copy'),
        run: () => copy(row),
      },
      bulk.length > 0 && {
        label: 'Выбрать строку',
        key: keyName('Ctrl+Space'),
        run: () => toggle(row),
      },
    ],
  ]
}

function itemOf<Row>(action: BulkAction<Row>, row: Row): MenuItem {
  const { label, danger = false, hotkey } = action
  return {
    label,
    danger,
    ...(hotkey && { key: hotkeyName(hotkey) }),
    run: () => void action.run([row]),
  }
}

function narrowing<Row>(props: RowMenuProps<Row>, cell: Column<Row> | undefined, row: Row) {
  const { list, state, change } = props
  const { only, except } = cellFilter(cell, row, state, {
    statuses: list.statuses?.values ?? [],
    filters: list.filters ?? [],
  })
  const title = cell?.title ?? ''
  return [
    only && { label: `${title}: только это значение`, run: () => change(only) },
    except && { label: `${title}: кроме этого`, run: () => change(except) },
  ]
}
