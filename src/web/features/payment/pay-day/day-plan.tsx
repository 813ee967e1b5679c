import { Button, Checkbox } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import type { Approvers } from '#contract/payment/approvers.ts'
import type { PlannedAccount, PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day, money, plural, unbroken } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import tables from '../payment-table.module.css'
import styles from '../payment.module.css'
import { countAndSum, stopsOf, WhoConfirms } from '../who-confirms.tsx'
import own from './pay-day.module.css'
import { keyOf, useDayPlan, type DayFilter, usePayeesAsked } from './use-day-plan.ts'

type DayPlanOf = ReturnType<typeof useDayPlan>

interface DayPlanProps {
  filter: DayFilter
  start: (chosen: readonly PlannedPayment[], accounts: readonly PlannedAccount[]) => void
}

const PICK = 'Отметьте, кому заплатить'
const NOTHING_GOES = 'Сейчас отправить нечего: почему, сказано выше и у каждой выплаты'

const CANNOT_SEND = 'Отправляет сотрудник с правом «Отправка выплат в банк»'

const NO_PAYMENTS: readonly PlannedPayment[] = []

/** Who gets what by which method, what is wrong of each, and what leaves each account. */
export function DayPlan({ filter, start }: DayPlanProps) {
  const { plan, error, chosen, ...ticks } = useDayPlan(filter)
  usePayeesAsked(plan?.payments ?? NO_PAYMENTS)
  const hotkeyOf = useHotkeyNames()
  const stops = plan && stopsOf(partsOf(chosen), plan.approvers)
  const maySendOn = useMaySend(payment.register)
  const stop = maySendOn ? (stops?.own ?? stops?.another ?? undefined) : CANNOT_SEND
  const send = () => plan && chosen.length > 0 && !stop && start(chosen, plan.accounts)
  useKeys([{ hotkey: 'main', label: 'Сохранить и отправить', run: () => void send() }])
  if (error) throw error
  if (!plan) return <Waiting />
  return (
    <>
      <Unsent />
      <Accounts accounts={plan.accounts} chosen={chosen} />
      <p className={own['company']}>
        Компании осталось на сегодня: {money(plan.company_left.kop)},{' '}
        {plural(plan.company_left.count, 'выплата', 'выплаты', 'выплат')}
      </p>
      <WaitingPayments payments={plan.payments} approvers={plan.approvers} />
      <LostTicks payable={ticks.payable} tickedBefore={ticks.tickedBefore} tick={ticks.tick} />
      <WhoConfirms parts={partsOf(chosen)} approvers={plan.approvers} />
      <div className={styles['buttons']}>
        <ActionButton
          data-main
          disabledReason={chosen.length > 0 ? stop : ticks.payable.length > 0 ? PICK : NOTHING_GOES}
          title={hotkeyOf('main')}
          onClick={() => void send()}
        >
          Сохранить и отправить: {countAndSum(chosen)}
        </ActionButton>
      </div>
      {plan.more && (
        <p className={styles['notice']} data-tone="orange">
          Актов больше, чем входит в один раз. Оплатите эти, и откроются следующие.
        </p>
      )}
      <PlanTable payments={plan.payments} chosen={chosen} {...ticks} />
    </>
  )
}

/** The plan foretells what the save will decide. */
const partsOf = (chosen: readonly PlannedPayment[]) => ({
  own: chosen.filter(({ second_person: reasons }) => reasons.length === 0),
  another: chosen.filter(({ second_person: reasons }) => reasons.length > 0),
})

interface HeldProps {
  payments: readonly PlannedPayment[]
  approvers: Approvers
}

/** What waits although nothing is wrong with it: nobody may confirm it, or older debts use the limits up. */
function WaitingPayments({ payments, approvers }: HeldProps) {
  const heldBy = (by: PlannedPayment['held_by']) => payments.filter((one) => one.held_by === by)
  const [unsendable, waiting] = [heldBy('approver'), heldBy('limit')]
  return (
    <>
      {unsendable.length > 0 && (
        <p className={styles['notice']} data-tone="orange">
          Не пойдут: {countAndSum(unsendable)}.{' '}
          {unbroken(approvers.nobody ?? 'Почему, написано у каждой выплаты')}.
        </p>
      )}
      {waiting.length > 0 && (
        <p className={styles['notice']} data-tone="orange">
          Пределов не хватает: первыми идут самые давние долги, ждут {countAndSum(waiting)}. Какой
          предел мешает, написано у каждой выплаты.
        </p>
      )}
    </>
  )
}

type LostTicksProps = Pick<DayPlanOf, 'payable' | 'tickedBefore' | 'tick'>

/** A person's own tick is never lost in silence: what grew under it is told with one press to tick it as it is now. */
function LostTicks({ payable, tickedBefore, tick }: LostTicksProps) {
  const lost = payable.filter((one) => tickedBefore(one) !== undefined)
  if (lost.length === 0) return null
  return (
    <div className={`${styles['notice']} ${own['lost']}`} data-tone="orange" role="alert">
      Отметка снята: {countAndSum(lost)}. После вашей отметки изменились акты или сумма. Проверьте
      их в таблице.
      <Button variant="default" onClick={() => tick(lost, true)}>
        Отметить снова
      </Button>
    </div>
  )
}

/** Saved by an earlier run that ended before the PIN: their acts are reserved, so the plan does not name them. */
function Unsent() {
  const filter = { status: ['saved' as const], with: ['totals' as const] }
  const saved = useCall(payment.getAll, { query: { filter } }, { quiet: true })
  const { count = 0, amount_kop: sum = 0 } =
    (saved.data?.totals as { count?: number; amount_kop?: number } | undefined) ?? {}
  if (count === 0) return null
  return (
    <p className={styles['notice']}>
      Уже сохранены и ждут отправки: {plural(count, 'выплата', 'выплаты', 'выплат')}, {money(sum)}.{' '}
      <Link to={`${paths.payments}?status=saved`}>Открыть их</Link>
    </p>
  )
}

interface AccountsProps {
  accounts: readonly PlannedAccount[]
  chosen: readonly PlannedPayment[]
}

/** What leaves each account, and what its limits of the day and the month allow. */
function Accounts({ accounts, chosen }: AccountsProps) {
  return (
    <div className={own['accounts']} role="status" aria-label="Итого по счетам">
      {accounts.map((account) => {
        const going = chosen.filter((one) => one.bank_config_id === account.bank_config_id)
        return (
          <span key={account.bank_config_id}>
            <strong>{account.title}</strong>{' '}
            {account.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}{' '}
            {account.by_file && <Badge tone="gray" label="Файлом" icon="clock" />}{' '}
            {countAndSum(going)} из {money(account.left_kop)} на сегодня и{' '}
            {money(account.month_left_kop)} на этот месяц
          </span>
        )
      })}
    </div>
  )
}

interface PlanTableProps extends Omit<DayPlanOf, 'plan' | 'error'> {
  payments: readonly PlannedPayment[]
}

function PlanTable({ payments, payable, chosen, isNew, tickedBefore, tick }: PlanTableProps) {
  if (payments.length === 0)
    return (
      <p className={styles['dimmed']}>
        За эти дни платить не за что: все выписанные акты оплачены или ждут исполнения.
      </p>
    )
  const ticked = new Set(chosen)
  const all = chosen.length === payable.length && payable.length > 0
  return (
    <table className={`${wide['frame']} ${tables['table']} ${stacked['stacked']}`} data-ticked>
      <thead>
        <tr>
          <th scope="col" data-all="Все выплаты">
            <Checkbox
              aria-label="Все выплаты"
              checked={all}
              indeterminate={!all && chosen.length > 0}
              onChange={() => tick(payable, !all)}
            />
          </th>
          <th scope="col">Поставщик</th>
          <th scope="col">Акты</th>
          <th scope="col">Куда</th>
          <th scope="col" data-end>
            Сумма
          </th>
          <th scope="col">Что учесть</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((one) => (
          <PlanRow
            key={keyOf(one)}
            one={one}
            isChosen={ticked.has(one)}
            isNew={isNew(one)}
            before={tickedBefore(one)}
            tick={tick}
          />
        ))}
      </tbody>
    </table>
  )
}

interface PlanRowProps extends Pick<DayPlanOf, 'tick'> {
  one: PlannedPayment
  isChosen: boolean
  isNew: boolean
  before: PlannedPayment | undefined
}

function PlanRow({ one, isChosen, isNew, before, tick }: PlanRowProps) {
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`Платить: ${one.supplier_name}, акт ${one.acts[0]!.act_number ?? 'без номера'}`}
          checked={isChosen}
          disabled={one.problem !== null}
          onChange={() => tick([one], !isChosen)}
        />
      </td>
      <td data-whole className={own['payee']}>
        <Link to={to(paths.createPaymentDetails, { supplierId: one.supplier_id })}>
          {one.supplier_name}
        </Link>
        {isNew && (
          <>
            {' '}
            {before ? (
              <Badge tone="orange" label={`Было ${money(before.amount_kop)}`} icon="clock" />
            ) : (
              <Badge tone="blue" label="Новая" icon="clock" />
            )}
          </>
        )}
      </td>
      <td data-whole data-label="Акты">
        {one.acts.map((part) => (
          <Link key={part.act_id} to={to(paths.act, { actId: part.act_id })} className={own['act']}>
            {part.act_number ?? 'Без номера'} от {day(part.act_date)}
          </Link>
        ))}
      </td>
      <td data-whole data-label="Куда" className={own['destination']}>
        {one.method_label ?? '—'}
      </td>
      <td data-end data-label="Сумма">
        {money(one.amount_kop)}
        {one.payee_left && (
          <small className={own['left']} title="Осталось получателю на этот месяц и на сегодня">
            из&nbsp;{money(one.payee_left.month_kop)},{' '}
            {plural(one.payee_left.day_count, 'выплата', 'выплаты', 'выплат')}
          </small>
        )}
      </td>
      <td data-whole className={own['remark']}>
        {one.problem && <span className={own['problem']}>{unbroken(one.problem)}</span>}
        {one.problem === null && one.second_person.length > 0 && (
          <span className={styles['dimmed']}>Второй пин-код: {one.second_person.join(', ')}</span>
        )}
        {one.retries.map(({ payment_id: id, words }) => (
          <span key={id} className={own['warning']}>
            <Link to={`${paths.payments}?id=${id}`}>Повтор</Link>: {unbroken(words)}
          </span>
        ))}
        {one.warnings.map((warning) => (
          <span key={warning} className={own['warning']}>
            {unbroken(warning)}
          </span>
        ))}
      </td>
    </tr>
  )
}
