import type { CallResult } from '#contract/core/call.ts'
import type { PaymentPreview } from '#contract/payment/payment-entities.ts'
import type { payment } from '#contract/payment/payment.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { money, plural } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import type { PayPlan } from './pay-plan.ts'
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
  return (
    <Panel
      title="Итого"
      actions={firstAnswer?.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}
    >
      <output className={styles['sum']} aria-label="Сумма выплаты">
        {money(plan.sum)}
      </output>
      <div className={styles['told']} data-stale={preview?.stale || undefined}>
        <p className={styles['words']}>{facts?.sum_in_words}</p>
        <Facts
          facts={[
            { label: 'Актов', value: plural(plan.chosen.length, 'акт', 'акта', 'актов') },
            { label: 'Получатель', value: plan.method?.holder_name ?? '—' },
            { label: 'Куда', value: plan.method?.label ?? '—' },
            { label: 'Через', value: firstAnswer?.bank_config_title ?? '—' },
            { label: 'Можно до', value: facts ? tightest(facts) : '—' },
          ]}
        />
        <div>
          <div className={styles['purpose']}>{firstAnswer?.purpose}</div>
          <span className={styles['counter']}>
            {`Назначение: ${firstAnswer?.purpose.length ?? 0} из ${LONGEST}`}
          </span>
        </div>
        <div className={styles['confirmation']}>
          {facts && !problem && (
            <p className={styles['notice']}>
              {facts.second_person.length > 0
                ? `Понадобится пин-код второго сотрудника: ${facts.second_person.join(', ')}.`
                : 'Подтвердите отправку своим пин-кодом.'}
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

/** The smallest limit wins, so it alone is worth the place (payments.md 10). */
function tightest({ limits }: PaymentPreview): string {
  const sums = limits.filter((limit) => limit.left_kop !== null)
  const least = sums.reduce((a, b) => (b.left_kop! < a.left_kop! ? b : a))
  return `${money(least.left_kop)}: ${least.title.toLowerCase()}`
}
