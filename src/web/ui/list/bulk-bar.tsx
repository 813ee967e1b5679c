import { Button } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../format.ts'
import { keyName, useKeys } from '../keys.ts'
import styles from './list.module.css'
import type { BulkAction } from './list-types.ts'

interface BulkBarProps<Row> {
  rows: Row[]
  actions: BulkAction<Row>[]
  clear: () => void
}

/** Stands in place of the filters while rows are selected; says why an action cannot be done. */
export function BulkBar<Row>({ rows, actions, clear }: BulkBarProps<Row>) {
  const [running, setRunning] = useState(false)
  const run = async (action: BulkAction<Row>) => {
    setRunning(true)
    await action.run(rows)
    setRunning(false)
  }
  const allowed = (action: BulkAction<Row>) =>
    !running && rows.every((row) => action.when?.(row) ?? true)
  useKeys(
    actions.flatMap((action) =>
      action.key && allowed(action)
        ? [{ ...action.key, label: action.label, run: () => void run(action) }]
        : [],
    ),
  )
  return (
    <div className={styles['bulk']} role="toolbar" aria-label="Действия с выбранными">
      <strong>Выбрано: {plural(rows.length, 'строка', 'строки', 'строк')}</strong>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant="default"
          disabled={!allowed(action)}
          title={
            allowed(action)
              ? action.key && keyName(action.key)
              : 'Не все выбранные строки допускают это действие'
          }
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <Button variant="subtle" onClick={clear}>
        Снять выбор
      </Button>
    </div>
  )
}
