import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Act } from '#contract/act/act-entities.ts'
import { act } from '#contract/act/act.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'
import { payment } from '#contract/payment/payment.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import type { CallError } from '#web/state/call-error.ts'
import { useDryRun } from '#web/api/use-dry-run.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { prepareApproval, useSend } from '#web/api/use-send.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { money } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { PayActs } from './pay-acts.tsx'
import { PayMethods } from './pay-methods.tsx'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { planProblem, usePayPlan, type PayPlan } from './pay-plan.ts'
import { PaySummary, unsendable } from './pay-summary.tsx'
import styles from '../payment.module.css'
import { sendPayments } from '../send-payments.tsx'

interface PayFormProps {
  supplier: SupplierCard
  acts: readonly Act[]
  retry: Payment | undefined
  only: string | null
  saved: (id: string) => void
}

/** «Сохранить» saves the payment for later; «Сохранить и отправить» sends it to the bank with a PIN. */
export function PayForm({ supplier, acts, retry, only, saved }: PayFormProps) {
  const kinds = useModuleSettings('payment')?.methods
  const plan = usePayPlan({ acts, supplier, retry, kinds, only })
  // The bank's idempotency key against paying twice: the same as long as this form is open (payments.md 3.1).
  const [id] = useState(() => crypto.randomUUID())
  const [tried, setTried] = useState(false)
  const save = useSend(payment.save, { refreshes: [payment.getAll, act.getAll], leaves: true })
  const problem = planProblem(plan, supplier)
  const busy = save.sending
  const planned = problem ? {} : { payments: [paymentOf(supplier, plan, retry)] }
  // A save without an answer may have reached the server: a new preview would count that payment too, and the sum would seem to
  // exceed the rest.
  const unanswered = isUnanswered(save.refusal)
  const preview = useDryRun(payment.save, planned, !!problem || busy || unanswered)
  const computed = !problem && !preview.problem && preview.answer?.[0]?.preview
  const unsent = computed ? unsendable(computed, plan.sum) : undefined
  const savePayments = async (andSend: boolean) => {
    if (andSend && unsent !== undefined) return toast.warning(unsent)
    setTried(true)
    if (problem || busy) return
    plan.holdSent()
    if (andSend) prepareApproval()
    const answer = await save.send({
      body: { payments: [{ id, ...paymentOf(supplier, plan, retry) }] },
    })
    const made = answer?.[0]
    if (!made) {
      if (!isUnanswered(save.lastRefusal())) plan.releaseSent()
      return
    }
    // The payment's card is under the PIN dialog and stays open whether or not sending succeeds.
    saved(made.id)
    if (andSend) await sendPayments([made])
  }
  const keyOf = useHotkeyNames()
  const maySendOn = useMaySend(payment.register)
  useKeys([
    { hotkey: 'save', label: 'Сохранить', run: () => void savePayments(false) },
    ...(maySendOn
      ? [
          {
            hotkey: 'main' as const,
            label: 'Сохранить и отправить',
            run: () => void savePayments(true),
          },
        ]
      : []),
  ])
  if (plan.rows.length === 0)
    return (
      <Panel title="Платить не за что">
        <p>У поставщика нет выписанных актов с остатком к выплате.</p>
      </Panel>
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void savePayments(maySendOn)
      }}
    >
      <div className={styles['columns']}>
        <fieldset className={styles['plain']} disabled={busy}>
          <Panel title="За что">
            <PayActs plan={plan} tried={tried} />
          </Panel>
          <Panel title="Куда">
            <PayMethods supplier={supplier} plan={plan} />
          </Panel>
        </fieldset>
        <PaySummary plan={plan} preview={problem ? undefined : preview} />
      </div>
      <div className={styles['foot']}>
        {((tried && problem) || save.refusal) && (
          <p className={styles['notice']} data-tone="red" role="alert">
            {(tried && problem) || save.refusal?.explanation}
          </p>
        )}
        <div className={styles['buttons']}>
          <strong>{money(plan.sum)}</strong>
          <Button
            variant="default"
            disabled={busy}
            title={keyOf('save')}
            onClick={() => void savePayments(false)}
          >
            Сохранить
          </Button>
          {maySendOn && (
            <Button
              type="submit"
              loading={busy}
              data-main
              data-disabled={unsent !== undefined || undefined}
              aria-disabled={unsent !== undefined || undefined}
              title={unsent ?? keyOf('main')}
            >
              Сохранить и отправить
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

/** Whether the payment was saved is not known. */
const isUnanswered = (refusal: CallError | undefined) =>
  refusal !== undefined && (refusal.network || refusal.code === 'common.unconfirmed')

function paymentOf(supplier: SupplierCard, plan: PayPlan, retry: Payment | undefined) {
  return {
    supplier_id: supplier.id,
    payment_method_id: plan.method!.id,
    expected_payee: plan.method!.label,
    acts: plan.chosen.map((row) => ({ act_id: row.act.id, amount_kop: row.amount_kop! })),
    amount_kop: plan.sum,
    ...(retry && { retry_of: retry.id }),
  }
}
