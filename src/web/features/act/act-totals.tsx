import type { ActPosition, ActWithPositions } from '#contract/act-entities.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { kg, money } from '#web/ui/format.ts'
import { Panel } from '#web/ui/tile.tsx'
import { problemWords } from '../weight-act/problems-now.ts'
import styles from './act-form.module.css'

const CONFIRMATIONS: Record<string, string> = {
  'act.price_over_limit': 'Цена сверх допуска: нужен пин-код другого сотрудника',
  'act.zasor_over_limit': 'Засор сверх допуска: нужен пин-код другого сотрудника',
}

/** Net, sum, and what issuing still needs, as the server sees it at this moment. */
export function ActTotals({ preview }: { preview: DryRun<ActWithPositions> }) {
  const { answer: act, problem, stale } = preview
  return (
    <Panel title="Итого">
      <dl className={styles['totals']} data-stale={stale || undefined}>
        <dt>Нетто</dt>
        <dd>{kg(act?.net_g)}</dd>
        <dt>Сумма</dt>
        <dd className={styles['sum']}>{money(act?.total_kop)}</dd>
      </dl>
      {act && act.total_kop > 0 && <p className={styles['hint']}>{act.total_words}</p>}
      {problem && (
        <p className={styles['problem']} role="status">
          {problemWords(problem)}
        </p>
      )}
      {(act?.rests ?? [])
        .filter(({ rest_g }) => rest_g !== 0)
        .map((rest) => (
          <p key={`${rest.transaction_id} ${rest.drop_no}`} className={styles['problem']}>
            Выгрузка {rest.drop_no}: осталось распределить {kg(rest.rest_g)}
          </p>
        ))}
      {act && act.missing.length > 0 && (
        <div className={styles['missing']}>
          <strong>Чтобы выписать, не хватает:</strong>
          <ul>
            {act.missing.map(({ field, message }) => (
              <li key={field + message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {act?.positions.map((row) => (
        <Lacking key={row.id} row={row} />
      ))}
      {act && !problem && isReady(act) && <p className={styles['ready']}>Всё готово к выписке.</p>}
      {act?.confirmations.map((code) => (
        <p key={code} className={styles['problem']}>
          {CONFIRMATIONS[code] ?? 'Понадобится пин-код другого сотрудника'}
        </p>
      ))}
    </Panel>
  )
}

const isEmpty = (row: ActPosition) => (row.qty ?? row.net_g) === 0

/** What issuing would refuse of a position, said before it is pressed. */
function Lacking({ row }: { row: ActPosition }) {
  if (isEmpty(row)) return <p className={styles['problem']}>{row.name}: вес нетто равен нулю</p>
  return row.price_kop === null ? <p className={styles['problem']}>{row.name}: нет цены</p> : null
}

const isReady = ({ missing, positions, rests }: ActWithPositions) =>
  missing.length === 0 &&
  positions.length > 0 &&
  positions.every((row) => !isEmpty(row) && row.price_kop !== null) &&
  rests.every(({ rest_g }) => rest_g === 0)
