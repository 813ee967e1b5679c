import { payment } from '#contract/payment/payment.ts'
import { Button, Progress } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights, useMaySend } from '#web/api/use-may.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { money, plural } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from '../payment-table.module.css'
import styles from '../payment.module.css'
import own from './pay-day.module.css'
import { isMoving, type DayRow, type DayRun } from './run-day.ts'
import type { RunControl } from './use-day-run.ts'

const PHASES: Record<DayRun['phase'], string> = {
  saving: 'Сохраняем выплаты…',
  sending: 'Передаём банку: нужен пин-код…',
  following: 'Передано банку. Состояния обновляются сами.',
  stopped: 'Остановились: можно продолжить с того же места.',
}

/** What became of each payment of the day: progress while it goes, and at the end what failed and why. */
export function DayProgress({ control, run }: { control: RunControl; run: DayRun }) {
  const { rows } = run
  const keyOf = useHotkeyNames()
  const failed = rows.filter(({ why }) => why !== undefined)
  const paid = rows.filter(({ status }) => status === 'paid')
  const unsent = rows.filter(({ status }) => status === 'saved')
  const inFile = rows.filter(waitsForFile)
  const busy = run.phase === 'saving' || run.phase === 'sending'
  const maySendOn = useMaySend(payment.register)
  const mayGoOn =
    maySendOn && (run.phase === 'stopped' || (run.phase === 'following' && unsent.length > 0))
  useKeys(
    mayGoOn ? [{ hotkey: 'main', label: 'Продолжить выплаты', run: () => control.goOn() }] : [],
  )
  return (
    <section className={styles['stack']} aria-label="Ход выплат">
      <p role="status">
        {phaseOf(run, unsent.length)} Оплачено {paid.length} из {rows.length}
        {paid.length > 0 && `, ${sumOf(paid)}`}. Сохранено {rows.filter(isSaved).length}, передано
        банку {rows.filter(isSent).length - inFile.length}
        {inFile.length > 0 && `, ждут файла ${inFile.length}`}
        {failed.length > 0 &&
          `. Не прошло: ${plural(failed.length, 'выплата', 'выплаты', 'выплат')}, ${sumOf(failed)}`}
      </p>
      <Progress
        value={(rows.filter(isOver).length / rows.length) * 100}
        aria-label="Доля завершённых выплат"
      />
      {run.problem && (
        <p className={styles['notice']} data-tone="red" role="alert">
          {run.problem}
        </p>
      )}
      {inFile.length > 0 && (
        <p className={styles['notice']} data-tone="orange">
          Ждут файла для банка: {plural(inFile.length, 'выплата', 'выплаты', 'выплат')},{' '}
          {sumOf(inFile)}. <WhoTakesFile />: без этого деньги не уйдут.
        </p>
      )}
      <div className={styles['buttons']}>
        {mayGoOn && (
          <Button data-main title={keyOf('main')} onClick={() => control.goOn()}>
            {run.phase === 'stopped' ? 'Продолжить' : `Отправить ещё раз: ${unsent.length}`}
          </Button>
        )}
        {!busy && (
          <Button variant="default" onClick={control.close}>
            К плану дня
          </Button>
        )}
      </div>
      <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`}>
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

const mayTake = (rights: ReadonlySet<string>) => rights.has('report.export')

/** Only who may download is sent to the button. */
function WhoTakesFile() {
  const rights = useHeldRights()
  const filter = { waits_for_file: true, limit: 1 }
  const { data } = useCall(
    paymentRegistry.getRegistries,
    { query: { filter } },
    { when: rights !== undefined && !mayTake(rights) },
  )
  const to = `${paths.payments}?tab=registries&waiting`
  if (!rights || mayTake(rights))
    return (
      <>
        <Link to={to}>Скачайте файл</Link> и загрузите его в банк-клиент
      </>
    )
  return <>Файл скачивает и загружает в банк {data?.items[0]?.file_by ?? '…'}</>
}

function phaseOf(run: DayRun, unsent: number): string {
  if (run.phase !== 'following' || run.rows.some(isMoving)) return PHASES[run.phase]
  if (unsent > 0) return 'Отправлены не все.'
  return run.rows.some(waitsForFile) ? 'Осталось отнести файл в банк.' : 'Готово.'
}

/** It stands in a registry: nothing leaves before a person has brought the file of it. */
const waitsForFile = ({ status, byFile }: DayRow) => byFile && status === 'registering'

const sumOf = (rows: readonly DayRow[]) =>
  money(rows.reduce((sum, row) => sum + row.planned.amount_kop, 0))

const isSaved = ({ status }: DayRow) => status !== 'planned'
const isSent = ({ status }: DayRow) => !['planned', 'saved', 'cancelled'].includes(status)
const isOver = (row: DayRow) => row.why !== undefined || (isSent(row) && !isMoving(row))

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
          <StatusBadge kind="payment" status={waitsForFile(row) ? 'in_file' : row.status} />
        )}
      </td>
      <td data-whole className={own['remark']}>
        {row.why && <span className={own['problem']}>{row.why}</span>}
      </td>
    </tr>
  )
}
