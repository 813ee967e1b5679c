import { Button } from '@mantine/core'
import { useState } from 'react'
import { count, plural } from '../format.ts'
import { keyName, useKeys } from '../keys.ts'
import styles from './list.module.css'
import type { BulkAction } from './list-types.ts'
import type { Gathering } from './use-gathering.ts'
import type { ListData } from './use-list-data.ts'

/** The chosen rows, and the way to choose all of the filter. */
export interface BulkBarProps<Row> {
  rows: Row[]
  actions: BulkAction<Row>[]
  clear: () => void
  total: ListData<Row>['total']
  gathering: Gathering<Row>
  /** Absent when the page has all rows of the filter. */
  gather: (() => Promise<void>) | undefined
}

/** Stands in place of the filters while rows are selected; says why an action cannot be done. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { rows, actions, clear, total, gathering, gather } = props
  const [running, setRunning] = useState(false)
  const run = async (action: BulkAction<Row>) => {
    setRunning(true)
    await action.run(rows)
    setRunning(false)
    // What was read before the action is old now; the page reads itself again.
    if (gathering.rows) clear()
  }
  const refusal = (action: BulkAction<Row>) => refusalOf(action, rows)
  const allowed = (action: BulkAction<Row>) => !running && !refusal(action)
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
          title={refusal(action) ?? (action.key && keyName(action.key))}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {gathering.progress !== undefined ? (
        <>
          <span role="status">Собрано {count(gathering.progress)}…</span>
          <Button variant="subtle" onClick={gathering.stop}>
            Остановить
          </Button>
        </>
      ) : (
        gather &&
        !gathering.rows && (
          <Button variant="subtle" title="Ctrl + A ещё раз" onClick={() => void gather()}>
            {total?.capped
              ? 'Выбрать первые 10 000 по фильтру'
              : `Выбрать все ${count(total!.count)} по фильтру`}
          </Button>
        )
      )}
      <Button variant="subtle" onClick={clear}>
        Снять выбор
      </Button>
    </div>
  )
}

/** Why an action cannot be done with these rows. */
function refusalOf<Row>({ when, most }: BulkAction<Row>, rows: Row[]): string | undefined {
  if (most !== undefined && rows.length > most)
    return most === 1
      ? 'Выберите одну строку'
      : `За раз не больше ${plural(most, 'строки', 'строк', 'строк')}`
  if (when && !rows.every((row) => when(row)))
    return 'Не все выбранные строки допускают это действие'
  return undefined
}
