import { Button } from '@mantine/core'
import { DeedButton } from '../deed-button.tsx'
import { count, plural } from '../format.ts'
import { keyName } from '../keys.ts'
import styles from './list.module.css'
import type { Bulk } from './use-bulk.ts'
import type { Gathering } from './use-gathering.ts'
import type { ListData } from './use-list-data.ts'

/** The chosen rows, and the way to choose all of the filter. */
export interface BulkBarProps<Row> {
  rows: Row[]
  bulk: Bulk<Row>
  clear: () => void
  total: ListData<Row>['total']
  gathering: Gathering<Row>
  /** Absent when the page has all rows of the filter. */
  gather: (() => Promise<void>) | undefined
}

/** Stands in place of the filters while rows are selected; says why an action cannot be done. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { rows, bulk, clear, total, gathering, gather } = props
  const { actions, refusal, running, run } = bulk
  return (
    <div className={styles['bulk']} role="toolbar" aria-label="Действия с выбранными">
      <strong>Выбрано: {plural(rows.length, 'строка', 'строки', 'строк')}</strong>
      {actions.map((action) => (
        <DeedButton
          key={action.label}
          variant="default"
          disabled={running}
          why={refusal(action)}
          title={action.key && keyName(action.key)}
          onClick={() => void run(action)}
        >
          {action.label}
        </DeedButton>
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
