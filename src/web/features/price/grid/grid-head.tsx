import { useState } from 'react'
import type { Block } from './grid-moves.ts'
import type { Column } from './grid-rows.ts'
import styles from './price-grid.module.css'
import { columnLeft } from './use-grid-window.ts'

interface GridHeadProps {
  columns: readonly Column[]
  left: number
  right: number
  block: Block
  /** Absent where columns may not be moved. */
  move?: ((from: number, to: number) => void) | undefined
}

/** Titles of the columns; one is moved by dragging its title onto another's place. */
export function GridHead({ columns, left, right, block, move }: GridHeadProps) {
  const [dragged, setDragged] = useState<number>()
  const [overColumn, setOverColumn] = useState<number>()
  const drop = (to: number) => {
    if (dragged !== undefined && dragged !== to) move?.(dragged, to)
    setDragged(undefined)
    setOverColumn(undefined)
  }
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={styles['head']}
      style={{ width: columnLeft(columns.length) }}
    >
      <div role="columnheader" aria-colindex={1} className={styles['code']}>
        Код
      </div>
      <div role="columnheader" aria-colindex={2} className={styles['name']}>
        Наименование
      </div>
      {columns.slice(left, right).map((column, i) => {
        const col = left + i
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={col + 3}
            className={styles['title']}
            style={{ left: columnLeft(col) }}
            title={column.is_default ? `${column.title} (основная)` : column.title}
            data-head={col}
            data-chosen={(col >= block.left && col <= block.right) || undefined}
            data-over={(overColumn === col && dragged !== col) || undefined}
            draggable={move !== undefined}
            onDragStart={() => setDragged(col)}
            onDragEnd={() => drop(dragged ?? col)}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOverColumn(col)
            }}
            onDrop={() => drop(col)}
          >
            <span>{column.title}</span>
            {column.is_default && (
              <span className={styles['star']} role="img" aria-label="основная">
                ★
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
