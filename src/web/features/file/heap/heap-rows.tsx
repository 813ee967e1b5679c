import { Button } from '@mantine/core'
import { paths, to } from '#contract/screen-paths.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { chooseAct } from './choose-act.tsx'
import {
  isUnsuccessful,
  type FoundAct,
  type Heap,
  type HeapRow,
  type Outcome,
} from './heap-queue.ts'
import styles from './heap.module.css'

interface HeapRowsProps {
  rows: readonly HeapRow[]
  heap: Heap
}

/** Each file with the act that it found, or why it found none: these stand first, since they wait for a person. */
export function HeapRows({ rows, heap }: HeapRowsProps) {
  const waitForPerson = rows.filter(isUnsuccessful)
  const inOrder = [...waitForPerson, ...rows.filter((row) => !isUnsuccessful(row))]
  return (
    <div className={styles['rows']} tabIndex={0} role="region" aria-label="Файлы и их акты">
      <table className={`${styles['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Файл</th>
            <th scope="col">Что с ним</th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((row) => (
            <tr key={row.id} data-state={stateOf(row)}>
              <td data-whole>{row.file.name}</td>
              <td data-whole>
                <RowOutcome row={row} heap={heap} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const stateOf = ({ state }: HeapRow) => (typeof state === 'string' ? state : state.kind)

function RowOutcome({ row, heap }: { row: HeapRow; heap: Heap }) {
  const { state } = row
  if (state === 'waiting') return <span className={styles['quiet']}>Ждёт очереди</span>
  if (state === 'sending') return <span className={styles['quiet']}>Отправляется…</span>
  if ('act' in state)
    return (
      <>
        <ActLink act={state.act} /> {noteOf(state)}
      </>
    )
  const choose = async () => {
    const chosen = await chooseAct(row.file)
    if (chosen) heap.giveAct(row.id, chosen)
  }
  return (
    <>
      {state.message}
      {state.kind === 'no-code' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Выбрать акт для ${row.file.name}`}
          onClick={() => void choose()}
        >
          Выбрать акт
        </Button>
      )}
    </>
  )
}

const noteOf = (outcome: Outcome) => {
  if (outcome.kind === 'present') return 'этот лист уже приложен'
  const hasCode = outcome.kind === 'attached' && outcome.hasCode
  return hasCode ? 'приложен' : 'приложен без QR-кода: сверьте номер при подписании'
}

function ActLink({ act }: { act: FoundAct }) {
  return (
    <a href={to(paths.act, { actId: act.id })} target="_blank" rel="noreferrer">
      {act.number === null ? 'Акт без номера' : `Акт № ${act.number}`}
    </a>
  )
}
