import { Button } from '@mantine/core'
import { ActionButton } from '../../layout/action-button.tsx'
import { count, plural } from '../../format.ts'
import { useHotkeyNames } from '../../keyboard/hotkeys.ts'
import styles from '../list.module.css'
import type { Bulk } from './use-bulk.ts'
import type { AllMatching, Column, ListData } from '../list-types.ts'

/** The chosen rows, and the way to choose all of the filter. */
export interface BulkBarProps<Row> {
  rows: Row[]
  columns: readonly Column<Row>[]
  bulk: Bulk<Row>
  clear: () => void
  total: ListData<Row>['total']
  gathering: AllMatching<Row>
  /** Absent when the page has all rows of the filter. */
  gather: (() => Promise<void>) | undefined
}

/** Replaces the filters while rows are selected; says why an action cannot be done. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { rows, columns, bulk, clear, total, gathering, gather } = props
  const { actions, refusal, running, run } = bulk
  const keyOf = useHotkeyNames()
  return (
    <div className={styles['bulk']} role="toolbar" aria-label="Действия с выбранными">
      <strong>Выбрано: {plural(rows.length, 'строка', 'строки', 'строк')}</strong>
      {columns.map(
        ({ id, title, sum }) =>
          sum && (
            <span key={id} className={styles['chosenSum']}>
              {title} <strong>{sum(rows)}</strong>
            </span>
          ),
      )}
      {actions.map((action) => (
        <ActionButton
          key={action.label}
          variant="default"
          disabled={running}
          disabledReason={refusal(action)}
          title={action.hotkey && keyOf(action.hotkey)}
          onClick={() => void run(action)}
        >
          {action.label}
        </ActionButton>
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
