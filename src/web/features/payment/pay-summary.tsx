import type { CompanyCard } from '#contract/company-entities.ts'
import type { SupplierCard } from '#contract/supplier-entities.ts'
import { purposeProblem } from '#contract/requisites/purpose.ts'
import { Facts } from '#web/ui/facts.tsx'
import { money, plural } from '#web/ui/format.ts'
import { Badge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { configFor, purposeOf, secondPersonReasons, type PayPlan } from './pay-plan.ts'
import styles from './payment.module.css'

interface PaySummaryProps {
  plan: PayPlan
  supplier: SupplierCard
  company: CompanyCard
}

/** A bank's purpose of payment holds this many characters. */
const LONGEST = 210

/** What will go: the sum, through whom, within what bounds, with what purpose, and whose PIN it takes. */
export function PaySummary({ plan, supplier, company }: PaySummaryProps) {
  const config = configFor(plan.method, company)
  const reasons = secondPersonReasons(plan, company)
  const purpose = purposeOf(plan, supplier, company)
  const wrong = plan.chosen.length > 0 ? purposeProblem(purpose) : undefined
  return (
    <Panel
      title="Итого"
      actions={config?.training && <Badge tone="yellow" label="УЧЕБНЫЙ БАНК" icon="circle" />}
    >
      <output className={styles['sum']} aria-label="Сумма выплаты">
        {money(plan.sum)}
      </output>
      <Facts
        facts={[
          { label: 'Актов', value: plural(plan.chosen.length, 'акт', 'акта', 'актов') },
          { label: 'Получатель', value: plan.method?.holder_name ?? '—' },
          { label: 'Куда', value: plan.method?.label ?? '—' },
          { label: 'Через', value: config?.title ?? 'Нет действующей настройки банка' },
          { label: 'Одна выплата', value: `до ${money(config?.limits.per_payment_kop)}` },
          { label: 'Банку в день', value: `до ${money(config?.limits.per_day_kop)}` },
        ]}
      />
      <div>
        <div className={styles['purpose']}>{plan.chosen.length > 0 ? purpose : '—'}</div>
        <span className={styles['counter']}>
          {wrong ?? `Назначение: ${purpose.length} из ${LONGEST}`}
        </span>
      </div>
      {config?.circuit === 'stopped' && (
        <p className={styles['notice']} data-tone="red" role="alert">
          Выплаты через «{config.title}» остановлены. {config.stopped_reason}
        </p>
      )}
      <p className={styles['notice']}>
        {reasons.length > 0
          ? `Понадобится пин-код второго сотрудника: ${reasons.join(', ')}.`
          : 'Подтвердите отправку своим пин-кодом.'}
      </p>
    </Panel>
  )
}
