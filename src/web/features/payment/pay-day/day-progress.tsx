import { Button, Progress } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { money, plural } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from '../payment.module.css'
import own from './pay-day.module.css'
import { isMoving, type DayRow, type DayRun } from './run-day.ts'
import type { Day } from './use-day.ts'

const PHASES: Record<DayRun['phase'], string> = {
  saving: 'Сохраняем выплаты…',
  sending: 'Передаём банку: нужен пин-код…',
  following: 'Передано банку. Состояния обновляются сами.',
  stopped: 'Остановились: можно продолжить с того же места.',
}

/** What became of each payment of the day: progress while it goes, and at the end what failed and why. */
export function DayProgress({ day, run }: { day: Day; run: DayRun }) {
  const { rows } = run
  const over = rows.filter(isOver).length
  const failed = rows.filter(({ why }) => why !== undefined)
  const paid = rows.filter(({ status }) => status === 'paid')
  const isDone = run.phase === 'following' && !rows.some(isMoving)
  const sumOf = (some: readonly DayRow[]) =>
    money(some.reduce((sum, row) => sum + row.planned.amount_kop, 0))
  return (
    <section className={styles['stack']} aria-label="Ход выплат">
      <p role="status">
        {isDone ? 'Готово.' : PHASES[run.phase]} Оплачено {paid.length} из {rows.length}
        {paid.length > 0 && `, ${sumOf(paid)}`}
        {failed.length > 0 &&
          `. Не прошло: ${plural(failed.length, 'выплата', 'выплаты', 'выплат')}, ${sumOf(failed)}`}
      </p>
      <Progress value={(over / rows.length) * 100} aria-label="Доля завершённых выплат" />
      {run.problem && (
        <p className={styles['notice']} data-tone="red" role="alert">
          {run.problem}
        </p>
      )}
      <div className={styles['buttons']}>
        {run.phase === 'stopped' && (
          <Button data-main onClick={() => void day.go()}>
            Продолжить
          </Button>
        )}
        {!day.busy && (
          <Button variant="default" onClick={() => void day.again()}>
            К плану дня
          </Button>
        )}
      </div>
      <table className={`${styles['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Поставщик</th>
            <th scope="col">Куда</th>
            <th scope="col" data-end>
              Сумма
            </th>
            <th scope="col">Состояние</th>
            <th scope="col">Почему</th>
          </tr>
        </thead>
        <tbody>
          {/* What failed is what a person has to do something about. */}
          {[...failed, ...rows.filter((row) => !failed.includes(row))].map((row) => (
            <RunRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isOver = ({ status, why }: DayRow) =>
  why !== undefined || ['paid', 'rejected', 'cancelled', 'registered'].includes(status)

function RunRow({ row }: { row: DayRow }) {
  return (
    <tr>
      <td data-whole>
        {row.status === 'planned' ? (
          row.planned.supplier_name
        ) : (
          <Link to={`${paths.payments}?id=${row.id}`}>{row.planned.supplier_name}</Link>
        )}
      </td>
      <td data-whole>{row.planned.method_label}</td>
      <td data-end data-label="Сумма">
        {money(row.planned.amount_kop)}
      </td>
      <td>
        {row.status === 'planned' ? (
          <span className={styles['dimmed']}>Не сохранена</span>
        ) : (
          <StatusBadge kind="payment" status={row.status} />
        )}
      </td>
      <td data-whole className={own['remark']}>
        {row.why && <span className={own['problem']}>{row.why}</span>}
      </td>
    </tr>
  )
}
