import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styles from './list.module.css'
import type { Column } from './list-types.ts'

interface ColumnsMenuProps<Row> {
  all: Column<Row>[]
  shown: Column<Row>[]
  hide: (id: string, gone: boolean) => void
  move: (id: string, by: number) => void
}

/** Which columns this user sees and in what order; the first one names the record and stays. */
export function ColumnsMenu<Row>({ all, shown, hide, move }: ColumnsMenuProps<Row>) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          Колонки
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={styles['columns']} aria-label="Колонки">
          {all.map(({ id, title }, place) => (
            <li key={id} onKeyDown={(event) => byKeys(event, (by) => move(id, by))}>
              <Checkbox
                label={title}
                title="Alt + ↑ и Alt + ↓ переставляют колонку"
                disabled={place === 0}
                checked={shown.some((one) => one.id === id)}
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
      </Popover.Dropdown>
    </Popover>
  )
}

/** Alt with an arrow moves the column whose box has the focus. */
function byKeys(event: KeyboardEvent, move: (by: number) => void) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.code]
  if (!by || !event.altKey) return
  event.preventDefault()
  move(by)
}
