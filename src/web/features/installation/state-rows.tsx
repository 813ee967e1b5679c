import {
  rowStates,
  stateParts,
  type StatePart,
  type StateRow,
} from '#contract/installation/state-rows.ts'
import { pluralForm } from '#contract/words/plural.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { count } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './installation-state.module.css'

const BADGES = {
  good: { tone: 'green', icon: 'check' },
  warning: { tone: 'orange', icon: 'clock' },
  bad: { tone: 'red', icon: 'stop' },
  unknown: { tone: 'gray', icon: 'question' },
} as const

/** How each part of the installation stands, and what to do where it does not do well. */
export function StateRows({ rows }: { rows: readonly StateRow[] }) {
  const amiss = rows.filter(({ state }) => state !== 'good').length
  return (
    <>
      <p className={styles['sum']} role="status">
        {amiss === 0
          ? 'Всё в порядке'
          : `Требует внимания: ${count(amiss)} ${pluralForm(amiss, ['строка', 'строки', 'строк'])}`}
      </p>
      {(Object.keys(stateParts) as StatePart[]).map((part) => (
        <Panel key={part} title={stateParts[part]}>
          <dl className={styles['rows']}>
            {rows
              .filter((one) => one.part === part)
              .map((one, at) => (
                <PartRow key={`${at} ${one.what}`} row={one} />
              ))}
          </dl>
        </Panel>
      ))}
    </>
  )
}

function PartRow({ row: { what, state, told, advice } }: { row: StateRow }) {
  return (
    <div data-state={state}>
      <dt>{what}</dt>
      <dd>
        {told}
        {advice && <small>{advice}</small>}
      </dd>
      <dd>
        <Badge {...BADGES[state]} label={rowStates[state]} />
      </dd>
    </div>
  )
}
