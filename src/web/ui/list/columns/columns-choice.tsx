import { ActionIcon, Checkbox } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styles from '../list.module.css'
import type { Column } from '../list-types.ts'

export interface ColumnsMenuProps<Row> {
  all: Column<Row>[]
  visible: Column<Row>[]
  hide: (id: string, gone: boolean) => void
  move: (id: string, by: number) => void
}

/** A box and two arrows for each column; the first one names the record and stays. */
export function ColumnsChoice<Row>({ all, visible, hide, move }: ColumnsMenuProps<Row>) {
  return (
    <ul className={styles['columns']} aria-label="Колонки">
      {all.map(({ id, title }, place) => (
        <li key={id} onKeyDown={(event) => byKeys(event, (by) => move(id, by))}>
          <Checkbox
            label={title}
            title="Alt + ↑ и Alt + ↓ переставляют колонку"
            disabled={place === 0}
            checked={visible.some((one) => one.id === id)}
            onChange={(event) => hide(id, !event.currentTarget.checked)}
          />
          {([-1, 1] as const).map((by) => (
            <ActionIcon
              key={by}
              variant="subtle"
              tabIndex={-1}
              aria-label={`${title}: ${by < 0 ? 'выше' : 'ниже'}`}
              disabled={place === 0 || place + by < 1 || place + by >= all.length}
              onClick={() => move(id, by)}
            >
              {by < 0 ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
            </ActionIcon>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Alt with an arrow moves the column whose box has the focus. */
function byKeys(event: KeyboardEvent, move: (by: number) => void) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.code]
  if (!by || !event.altKey) return
  event.preventDefault()
  move(by)
}
