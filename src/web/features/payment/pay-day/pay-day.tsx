import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlannedAccount, PlannedPayment } from '#contract/payment/pay-day.ts'
import { paths, to } from '#web/paths.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day, money, plural, today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { keyName, useKeys } from '#web/ui/keyboard/keys.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from '../payment.module.css'
import { DayProgress } from './day-progress.tsx'
import own from './pay-day.module.css'
import { keyOf, useDay, type Day, type DayFilter } from './use-day.ts'

const SEND = { code: 'Enter', ctrl: true } as const

/** All unpaid acts of days as payments by supplier: what is wrong of each, totals per account, one PIN, and what became of it. */
export function PayDay() {
  const [from, setFrom] = useState<string | null>(today())
  const [until, setUntil] = useState<string | null>(today())
  const filter: DayFilter = {
    ...(from && { date_from: from }),
    ...(until && { date_to: until }),
  }
  const theDay = useDay(filter)
  const { run, plan, chosen } = theDay
  const sum = chosen.reduce((total, one) => total + one.amount_kop, 0)
  useKeys([{ ...SEND, label: 'Сохранить и отправить', run: () => void theDay.go() }])
  if (plan.error) throw plan.error
  return (
    <Page
      title="Оплатить день"
      actions={
        <Button component={Link} to={paths.createPayment} variant="default">
          По одному поставщику
        </Button>
      }
    >
      {run ? (
        <DayProgress day={theDay} run={run} />
      ) : (
        <>
          <div className={own['period']}>
            <DateInput label="Акты с" value={from} onChange={setFrom} />
            <DateInput label="по" value={until} onChange={setUntil} />
            <Button
              variant="default"
              onClick={() => {
                setFrom(null)
                setUntil(null)
              }}
            >
              За всё время
            </Button>
          </div>
          {plan.data ? (
            <>
              <Accounts accounts={plan.data.accounts} day={theDay} />
              <div className={styles['buttons']}>
                <ActionButton
                  data-main
                  disabledReason={
                    chosen.length === 0 ? 'Отметьте, кому заплатить сегодня' : undefined
                  }
                  title={keyName(SEND)}
                  onClick={() => void theDay.go()}
                >
                  Сохранить и отправить: {plural(chosen.length, 'выплата', 'выплаты', 'выплат')},{' '}
                  {money(sum)}
                </ActionButton>
              </div>
              {plan.data.more && (
                <p className={styles['notice']} data-tone="orange">
                  Актов больше, чем входит в один раз. Оплатите эти, и откроются следующие.
                </p>
              )}
              <PlanTable payments={plan.data.payments} day={theDay} />
            </>
          ) : (
            <Waiting />
          )}
        </>
      )}
    </Page>
  )
}

/** What leaves each account, and what its limit of the day allows. */
function Accounts({ accounts, day: theDay }: { accounts: readonly PlannedAccount[]; day: Day }) {
  return (
    <div className={own['accounts']} role="status" aria-label="Итого по счетам">
      {accounts.map((account) => {
        const going = theDay.chosen.filter((one) => one.bank_config_id === account.bank_config_id)
        const sum = going.reduce((total, one) => total + one.amount_kop, 0)
        return (
          <span key={account.bank_config_id}>
            <strong>{account.title}</strong>{' '}
            {account.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}{' '}
            {plural(going.length, 'выплата', 'выплаты', 'выплат')}, {money(sum)} из{' '}
            {money(account.left_kop)} на сегодня
          </span>
        )
      })}
    </div>
  )
}

function PlanTable({ payments, day: theDay }: { payments: readonly PlannedPayment[]; day: Day }) {
  const { payable, chosen } = theDay
  if (payments.length === 0)
    return (
      <p className={styles['dimmed']}>
        За эти дни платить не за что: все выписанные акты оплачены или ждут исполнения.
      </p>
    )
  const all = chosen.length === payable.length && payable.length > 0
  return (
    <table className={`${styles['table']} ${stacked['stacked']}`} data-ticked>
      <thead>
        <tr>
          <th scope="col" data-all="Все выплаты">
            <Checkbox
              aria-label="Все выплаты"
              checked={all}
              indeterminate={!all && chosen.length > 0}
              onChange={() => theDay.tick(payable.map(keyOf), !all)}
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
          <PlanRow key={keyOf(one)} one={one} day={theDay} />
        ))}
      </tbody>
    </table>
  )
}

function PlanRow({ one, day: theDay }: { one: PlannedPayment; day: Day }) {
  const isBlocked = one.problem !== null
  const isChosen = !isBlocked && theDay.isChosen(one)
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`Платить: ${one.supplier_name}, акт ${one.acts[0]!.act_number ?? 'без номера'}`}
          checked={isChosen}
          disabled={isBlocked}
          onChange={() => theDay.tick([keyOf(one)], !isChosen)}
        />
      </td>
      <td data-whole>
        <Link to={to(paths.createPaymentDetails, { supplierId: one.supplier_id })}>
          {one.supplier_name}
        </Link>
      </td>
      <td data-whole data-label="Акты">
        {one.acts.map((part) => (
          <Link key={part.act_id} to={to(paths.act, { actId: part.act_id })} className={own['act']}>
            {part.act_number ?? 'Без номера'} от {day(part.act_date)}
          </Link>
        ))}
      </td>
      <td data-whole data-label="Куда">
        {one.method_label ?? '—'}
      </td>
      <td data-end data-label="Сумма">
        {money(one.amount_kop)}
      </td>
      <td data-whole className={own['remark']}>
        {one.problem ? (
          <span className={own['problem']}>{one.problem}</span>
        ) : (
          <span className={styles['dimmed']}>{remarkOf(one)}</span>
        )}
      </td>
    </tr>
  )
}

/** Whose PIN it takes and why, and what its giver should see besides. */
function remarkOf({ second_person: reasons, warnings }: PlannedPayment): string {
  const pin = reasons.length > 0 ? [`Второй пин-код: ${reasons.join(', ')}`] : []
  return [...pin, ...warnings].join('. ')
}
