import { memo, useEffect, type ReactNode } from 'react'
import { isPhone, useStore } from '../../../state/store.ts'
import type { DataTableProps } from './data-table.tsx'
import { OrderChoice } from './order-choice.tsx'
import { isOnControl, rowProps } from './table-row.tsx'
import table from './table.module.css'
import styles from './tiles.module.css'

const SKELETON_TILES = 12

/** The rows of a list as tiles: the same keys, selection and menu as in its table, and ← → besides. */
export function TileGrid<Row>(props: DataTableProps<Row>) {
  const { rows, activeId, busy, body, idOf } = props
  const tapOpens = useStore(isPhone)
  useEffect(() => {
    if (activeId) document.getElementById(`row-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  if (body && !busy)
    return (
      <div className={table['scroller']}>
        <table className={table['table']}>{body}</table>
      </div>
    )
  return (
    <div className={`${table['scroller']} ${styles['place']}`}>
      <Head {...props} />
      <div
        className={styles['tiles']}
        role="grid"
        data-grid
        tabIndex={rows.length > 0 ? 0 : -1}
        aria-activedescendant={activeId && `row-${activeId}`}
        aria-label={props.label}
        aria-rowcount={rows.length}
        aria-busy={busy}
        aria-multiselectable={props.selectable}
        data-dimmed={props.dimmed || undefined}
        onKeyDown={props.onKeyDown}
        onContextMenu={props.onContextMenu}
      >
        {busy &&
          Array.from({ length: SKELETON_TILES }, (_, place) => (
            <div key={place} className={styles['skeleton']} aria-hidden />
          ))}
        {rows.map((row, place) => (
          <OneTile
            key={idOf(row)}
            row={row}
            place={place}
            tile={props.tile}
            {...rowProps({ ...props, tapOpens }, row)}
          />
        ))}
      </div>
    </div>
  )
}

function Head<Row>(props: DataTableProps<Row>) {
  return (
    <div className={styles['head']}>
      {props.selectable && (
        <label>
          <input type="checkbox" checked={props.allSelected} onChange={props.onSelectAll} />
          Все на странице
        </label>
      )}
      <OrderChoice columns={props.columns} sort={props.sort} onOrder={props.onOrder} />
    </div>
  )
}

interface OneTileProps<Row> extends Omit<ReturnType<typeof rowProps<Row>>, 'columns'> {
  row: Row
  place: number
  tile: ((row: Row) => ReactNode) | undefined
}

function DrawnTile<Row>(props: OneTileProps<Row>) {
  const { row, place, id, active, chosen, selectable, tone } = props
  return (
    <div
      id={`row-${id}`}
      className={styles['tile']}
      role="row"
      aria-rowindex={place + 1}
      aria-selected={chosen || active}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      data-tone={tone}
      onClick={(event) => {
        props.onActivate(id)
        if (isOnControl(event)) return
        if (props.tapOpens) props.onOpen(row)
        else props.onLook?.(row)
      }}
      onDoubleClick={() => props.onOpen(row)}
    >
      <div role="gridcell" className={styles['cell']}>
        {props.tile?.(row)}
      </div>
      {selectable && (
        <div role="gridcell" className={styles['check']}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label="Выбрать плитку"
              checked={chosen}
              onChange={() => props.onToggle(row)}
            />
          </label>
        </div>
      )}
    </div>
  )
}

const OneTile = memo(DrawnTile) as typeof DrawnTile
