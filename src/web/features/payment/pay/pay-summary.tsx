import type { CallResult } from '#contract/core/call.ts'
import { aboveOwnLimit } from '#contract/payment/approvers.ts'
import type { LimitScope, PaymentPreview } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import { useCall } from '#web/api/use-call.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { money, plural, unbroken } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import type { PayPlan } from './pay-plan.ts'
import summary from './pay-summary.module.css'
import { namesOf } from '../who-confirms.tsx'
import styles from '../payment.module.css'

interface PaySummaryProps {
  plan: PayPlan
  /** The server's answer to the plan; undefined while nothing can be asked. */
  preview: DryRun<CallResult<typeof payment.save>> | undefined
}

/** A bank's purpose of payment holds this many characters. */
const LONGEST = 210

/** What will go: the sum, through whom, what the limits still allow, with what purpose, and whose PIN it takes. */
export function PaySummary({ plan, preview }: PaySummaryProps) {
  const firstAnswer = preview?.answer?.[0]
  const problem = preview?.problem
  const facts = firstAnswer?.preview
  const { supplier_id = '', id: payment_method_id = '' } = plan.method ?? {}
  const left = useCall(
    payment.getLimits,
    { query: { supplier_id, payment_method_id } },
    { when: problem !== undefined && !facts && plan.method !== undefined, quiet: true },
  )
  const unsent = facts && unsendable(facts, plan.sum)
  return (
    <Panel
      title="Итого"
      actions={firstAnswer?.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}
    >
      <output className={styles['sum']} aria-label="Сумма выплаты">
        {money(plan.sum)}
      </output>
      <div className={summary['told']} data-stale={preview?.stale || undefined}>
        <p className={summary['words']}>{facts?.sum_in_words}</p>
        <Facts
          facts={[
            { label: 'Актов', value: plural(plan.chosen.length, 'акт', 'акта', 'актов') },
            { label: 'Получатель', value: plan.method?.holder_name ?? '—' },
            { label: 'Куда', value: plan.method?.label ?? '—' },
            { label: 'Через', value: firstAnswer?.bank_config_title ?? '—' },
          ]}
        />
        {facts?.retries.map(({ payment_id: id, words }) => (
          <p key={id} className={styles['notice']} data-tone="orange">
            Повтор: {words}
          </p>
        ))}
        <LimitsLeft limits={facts?.limits ?? left.data ?? []} />
        <div>
          <div className={summary['purpose']}>{firstAnswer?.purpose}</div>
          <span className={summary['counter']}>
            {`Назначение: ${firstAnswer?.purpose.length ?? 0} из ${LONGEST}`}
          </span>
        </div>
        <div className={summary['confirmation']}>
          {facts && !problem && (
            <p className={styles['notice']} data-tone={unsent ? 'orange' : undefined}>
              {unbroken(unsent ? `${unsent}.` : confirmationOf(facts))}
            </p>
          )}
          {problem && (
            <p className={styles['notice']} data-tone="red" role="status">
              {problem.message}
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Why it could not go now whoever confirms, so that it is only saved; undefined: somebody may send it. */
export function unsendable(
  { second_person, approvers, held }: PaymentPreview,
  sumKop: number,
): string | undefined {
  const stop = held ?? aboveOwnLimit(approvers, sumKop)
  if (stop !== null) return stop
  if (approvers.nobody === null) return undefined
  return (second_person.length > 0 ? approvers.nobody : approvers.own_problem) ?? undefined
}

/** Whose PIN it takes, and why. */
function confirmationOf({ second_person: reasons, approvers }: PaymentPreview): string {
  if (reasons.length === 0) return 'Подтвердите отправку своим пин-кодом.'
  return `Понадобится пин-код второго сотрудника: ${reasons.join(', ')}. Подтвердить ${approvers.others.length === 1 ? 'может' : 'могут'}: ${namesOf(approvers)}.`
}

const LIMIT_LABELS: Record<LimitScope, string> = {
  payment: 'Одна выплата',
  company_day: 'Компания, сегодня',
  config_day: 'Банк, сегодня',
  config_month: 'Банк, этот месяц',
  payee_day: 'Получатель, сегодня',
  payee_month: 'Получатель, этот месяц',
}

/** What each limit still allows before this payment, the smallest sum in bold: it decides (payments.md 10.3). */
function LimitsLeft({ limits }: Pick<PaymentPreview, 'limits'>) {
  const least = Math.min(...limits.map(({ left_kop: kop }) => kop ?? Infinity))
  if (limits.length === 0) return null
  return (
    <dl className={summary['limits']} aria-label="Осталось по пределам">
      <div>
        <dt>Осталось по пределам</dt>
      </div>
      {limits.map(({ scope, title, left_kop: kop, left_count: count }) => (
        <div key={scope} title={title} data-least={kop === least || undefined}>
          <dt>{LIMIT_LABELS[scope]}</dt>
          <dd>
            {[
              kop !== null && money(kop),
              count !== null && plural(count, 'выплата', 'выплаты', 'выплат'),
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
