import { useEffect, useRef } from 'react'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'

/** So many phones one call asks about. */
const MOST_ASKED = 20

/** Asks the bank whose the phones of a plan are, each once while the plan is open; its warnings tell what came of it. */
export function usePayeesAsked(payments: readonly PlannedPayment[]) {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const ids = payments.flatMap((one) =>
      one.method_kind === 'sbp' && one.payee_check === null && one.problem === null
        ? [one.payment_method_id!]
        : [],
    )
    const fresh = [...new Set(ids)].filter((id) => !asked.current.has(id))
    for (const id of fresh) asked.current.add(id)
    if (fresh.length > 0) void askAll(fresh)
  }, [payments])
}

async function askAll(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST_ASKED) {
    const body = { payment_method_ids: ids.slice(at, at + MOST_ASKED) }
    // Without an answer the plan says that nobody was asked.
    await send(payment.checkPayees, { body }, { quiet: true }).catch(() => undefined)
  }
  await refresh([payDay.planDay])
}
