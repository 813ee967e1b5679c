import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { payment } from '#contract/payment/payment.ts'
import { payeeWords } from '#contract/supplier/payee-check.ts'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useSend } from '#web/api/use-send.ts'
import styles from './pay-methods.module.css'

/** Whose the chosen phone is in the words of the bank: asked once, shown beside the supplier's own name. */
export function PayeeAnswer({ method }: { method: PaymentMethod }) {
  const check = useSend(payment.checkPayees, { refreshes: [supplier.get] })
  const asked = useRef<string>(undefined)
  const isDue = method.kind === 'sbp' && method.payee_check === null
  const ask = (again?: true) =>
    check.send({ body: { payment_method_ids: [method.id], ...(again && { again }) } })
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
