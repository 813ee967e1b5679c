import type { PaymentMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import type { PayPlan } from './pay-plan.ts'
import styles from './pay-methods.module.css'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { payment } from '#contract/payment/payment.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useSend } from '#web/api/use-send.ts'

const TITLES: Record<PaymentMethod['kind'], string> = {
  card: 'Карта',
  sbp: 'СБП по телефону',
  account: 'Банковский счёт',
}

/** Methods as cards; one that is not active is shown with its state and cannot be chosen. */
export function PayMethods({ supplier, plan }: { supplier: SupplierCard; plan: PayPlan }) {
  const kinds = useModuleSettings('payment')?.methods
  const methods = supplier.methods.filter((method) => method.status !== 'archived')
  const isOff = (kind: PaymentMethod['kind']) => kinds !== undefined && !kinds.includes(kind)
  if (methods.length === 0)
    return <p>У поставщика нет способа выплаты. Добавьте карту, телефон СБП или счёт в карточке.</p>
  return (
    <div className={styles['methods']} role="radiogroup" aria-label="Способ выплаты">
      {methods.map((method) => (
        <label key={method.id} className={styles['method']}>
          <input
            type="radio"
            name="method"
            disabled={method.status !== 'active' || isOff(method.kind)}
            checked={plan.method?.id === method.id}
            onChange={() => plan.setMethodId(method.id)}
          />
          <div>
            <strong>{method.title ?? TITLES[method.kind]}</strong>
            <span>{method.label}</span>
            <span className={styles['dimmed']}>{method.holder_name}</span>
            {method.bank_warning && <span className={styles['bad']}>{method.bank_warning}</span>}
            {method.directory_warning && (
              <span className={styles['dimmed']}>{method.directory_warning}</span>
            )}
            {isOff(method.kind) && <span className={styles['dimmed']}>Компания так не платит</span>}
            <MethodBadges method={method} />
            {plan.method?.id === method.id && <PayeeAnswer method={method} />}
          </div>
        </label>
      ))}
    </div>
  )
}

/** Whose the chosen phone is in the words of the bank: asked once, shown beside the supplier's own name. */
function PayeeAnswer({ method }: { method: PaymentMethod }) {
  const check = useSend(payment.checkPayees, { refreshes: [supplier.get] })
  const asked = useRef<string>(undefined)
  const isDue = method.kind === 'sbp' && method.payee_check === null
  const ask = (asksAgain?: true) =>
    check.send({
      body: { payment_method_ids: [method.id], ...(asksAgain && { again: asksAgain }) },
    })
  useEffect(() => {
    if (!isDue || asked.current === method.id) return
    asked.current = method.id
    void ask()
  })
  const told = check.sending ? undefined : method.payee_check
  if (method.kind !== 'sbp' || (told === null && !check.refusal)) return null
  const isNamed = told?.outcome === 'match' || told?.outcome === 'differs'
  return (
    <span className={styles['payee']} role="status" data-tone={told?.outcome}>
      {check.sending
        ? 'Спрашиваем банк, чьи это реквизиты…'
        : check.refusal
          ? 'Спросить банк о получателе не удалось'
          : payeeWords(told ?? null)}
      {!check.sending && !isNamed && (
        <Button variant="subtle" size="compact-xs" onClick={() => void ask(true)}>
          Спросить ещё раз
        </Button>
      )}
    </span>
  )
}

function MethodBadges({ method }: { method: PaymentMethod }) {
  return (
    <span className={styles['badges']}>
      {method.status !== 'active' && <StatusBadge kind="payment_method" status={method.status} />}
      {method.holder_match === 'match' && (
        <Badge tone="green" label="Владелец совпал" icon="check" />
      )}
      {method.holder_match === 'mismatch' && (
        <Badge tone="orange" label="Владелец не совпал" icon="question" />
      )}
      {method.recently_changed && <Badge tone="orange" label="Недавно изменён" icon="clock" />}
      {method.shared && <Badge tone="orange" label="Общие реквизиты" icon="link" />}
    </span>
  )
}
