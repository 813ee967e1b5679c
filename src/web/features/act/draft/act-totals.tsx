import type { ActPosition, ActWithPositions, repriceReasons } from '#contract/act/act-entities.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { kg, money } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { problemWords } from '../../weight-act/problems-now.ts'
import type { ActRow } from './act-values.ts'
import { unreadyWords } from './unready-rows.ts'
import styles from '../../../ui/form/line-editor.module.css'

const CONFIRMATIONS: Record<string, string> = {
  'act.price_over_limit': 'Цена сверх допуска: нужен пин-код другого сотрудника',
  'act.zasor_over_limit': 'Засор сверх допуска: нужен пин-код другого сотрудника',
}

interface ActTotalsProps {
  rows: readonly ActRow[]
  preview: DryRun<ActWithPositions>
}

/** Net, sum, and what issuing still needs, as the server sees it at this moment; what it is not asked yet, the form says. */
export function ActTotals({ rows, preview }: ActTotalsProps) {
  const { answer: act, problem, stale } = preview
  const unfinished = unreadyWords(rows)
  const ready = act && !problem && unfinished.length === 0 && isReady(act)
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
            Заезд {rest.transaction_number}, выгрузка {rest.drop_no}: осталось распределить{' '}
            {kg(rest.rest_g)}
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
      {(act?.lines_without_position ?? []).map((line) => (
        <p key={line.line_id} className={styles['problem']}>
          {line.product_name}: взвешено, но в акт не вошло {kg(line.net_g)}
        </p>
      ))}
      {act?.positions.map((row) => (
        <Lacking key={row.id} row={row} />
      ))}
      {act?.positions.map((row) => (
        <RepricedMark key={row.id} row={row} />
      ))}
      {unfinished.map((words) => (
        <p key={words} className={styles['problem']}>
          {words}
        </p>
      ))}
      {ready && <p className={styles['ready']}>Всё готово к выписке.</p>}
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

const REPRICE_REASONS: Record<(typeof repriceReasons)[number], string> = {
  supplier: 'другой поставщик',
  column: 'у поставщика другая колонка прайса',
  quantity: 'штук стало больше',
  unproven: 'взята из прайса заново',
}

/** A price that is no longer valid is reported, not replaced silently. */
function RepricedMark({ row }: { row: ActPosition }) {
  const { name, previous_price_kop, price_kop, reprice_reason } = row
  if (!reprice_reason) return null
  return (
    <p className={styles['problem']} role="status">
      {name}: цена была {money(previous_price_kop)}, стала {money(price_kop)} —{' '}
      {REPRICE_REASONS[reprice_reason]}
    </p>
  )
}

const isReady = ({ missing, positions, rests, lines_without_position }: ActWithPositions) =>
  missing.length === 0 &&
  lines_without_position.length === 0 &&
  positions.length > 0 &&
  positions.every((row) => !isEmpty(row) && row.price_kop !== null) &&
  rests.every(({ rest_g }) => rest_g === 0)
