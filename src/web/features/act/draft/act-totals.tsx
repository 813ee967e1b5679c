import type { ActPosition, ActWithPositions, repriceReasons } from '#contract/act/act-entities.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { kg, money } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { problemWords } from '../../weight-act/problems-now.ts'
import type { ActRow } from './act-values.ts'
import { unreadyWords } from './unready-rows.ts'
import styles from '../../../ui/form/line-editor.module.css'
import outcome from './act-outcome.module.css'

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
      {act &&
        lackingWords(act).map((words) => (
          <p key={words} className={styles['problem']}>
            {words}
          </p>
        ))}
      {act?.positions.map((row) => (
        <RepricedMark key={row.id} row={row} />
      ))}
      {unfinished.map((words) => (
        <p key={words} className={styles['problem']}>
          {words}
        </p>
      ))}
      {isReady(preview, unfinished) && <p className={styles['ready']}>Всё готово к выписке.</p>}
      {act?.confirmations.map((code) => (
        <p key={code} className={styles['problem']}>
          {confirmationWords(code)}
        </p>
      ))}
    </Panel>
  )
}

/**
 * The sum and all that is missing in a line beside the buttons of a window: the panel above may be scrolled away
 * (screens.md 9).
 */
export function ActOutcome({ rows, preview }: ActTotalsProps) {
  const { answer: act, problem, stale } = preview
  const unfinished = unreadyWords(rows)
  const lacks = [
    ...(problem ? [problemWords(problem)] : []),
    ...unfinished,
    ...(act?.missing ?? []).map(({ message }) => message),
    ...(act ? lackingWords(act) : []),
  ]
  const confirmed = (act?.confirmations ?? []).map(confirmationWords)
  const ready = isReady(preview, unfinished)
  return (
    <div
      className={outcome['outcome']}
      role="group"
      aria-label="Итог акта"
      data-stale={stale || undefined}
    >
      <strong>{money(act?.total_kop)}</strong>
      <span>{kg(act?.net_g)}</span>
      <p data-ready={(ready && confirmed.length === 0) || undefined}>
        {ready ? confirmed.join('. ') || 'Можно выписывать' : lacks.join('. ')}
      </p>
    </div>
  )
}

const confirmationWords = (code: string) =>
  CONFIRMATIONS[code] ?? 'Понадобится пин-код другого сотрудника'

/** What issuing would refuse of loads and positions, said before it is pressed. */
function lackingWords({ rests, lines_without_position, positions }: ActWithPositions): string[] {
  return [
    ...rests
      .filter(({ rest_g }) => rest_g !== 0)
      .map(
        (rest) =>
          `Заезд ${rest.transaction_number}, выгрузка ${rest.drop_no}: осталось распределить ${kg(rest.rest_g)}`,
      ),
    ...lines_without_position.map(
      (line) => `${line.product_name}: взвешено, но в акт не вошло ${kg(line.net_g)}`,
    ),
    ...positions.flatMap((row) =>
      isEmpty(row)
        ? [`${row.name}: вес нетто равен нулю`]
        : row.price_kop === null
          ? [`${row.name}: нет цены`]
          : [],
    ),
  ]
}

const isEmpty = (row: ActPosition) => (row.qty ?? row.net_g) === 0

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

const isReady = ({ answer, problem }: ActTotalsProps['preview'], unfinished: readonly string[]) =>
  answer !== undefined &&
  !problem &&
  unfinished.length === 0 &&
  answer.missing.length === 0 &&
  answer.positions.length > 0 &&
  lackingWords(answer).length === 0
