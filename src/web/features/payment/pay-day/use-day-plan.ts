import { useState } from 'react'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { useCall } from '#web/api/use-call.ts'

export interface DayFilter {
  readonly date_from?: string
  readonly date_to?: string
  readonly act_ids?: string[]
}

/** Which payment of a plan is meant: whom, by which method, for which acts and sums. Another sum is another payment. */
export const keyOf = ({ supplier_id, payment_method_id, acts }: PlannedPayment) =>
  [
    supplier_id,
    payment_method_id,
    ...acts.map(({ act_id, amount_kop }) => `${act_id}:${amount_kop}`),
  ].join(' ')

/** What the plan named when it was first shown. */
interface Opened {
  readonly shown: ReadonlySet<string>
  readonly payable: ReadonlySet<string>
}

/**
 * The plan of days and what is ticked in it. Payments are decided over fresh data alone, and what comes or changes after the plan was
 * shown is not ticked: no sum grows under the hand that sends it. Only decisions are state (decision 0037).
 */
export function useDayPlan(filter: DayFilter) {
  const { data, renewed, error } = useCall(payDay.planDay, { query: { filter } })
  const [opened, setOpened] = useState<Opened>()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, boolean>>(new Map())
  const plan = renewed ? data : undefined
  const payable = (plan?.payments ?? []).filter(({ problem }) => problem === null)
  if (plan && !opened)
    setOpened({
      shown: new Set(plan.payments.map(keyOf)),
      payable: new Set(payable.map(keyOf)),
    })
  const isNew = (one: PlannedPayment) => opened !== undefined && !opened.shown.has(keyOf(one))
  const chosen = payable.filter((one) => {
    const key = keyOf(one)
    return decisions.get(key) ?? opened?.payable.has(key) ?? true
  })
  const tick = (keys: readonly string[], isChosen: boolean) =>
    setDecisions((now) => new Map([...now, ...keys.map((key) => [key, isChosen] as const)]))
  return { plan, error, payable, chosen, isNew, tick }
}
