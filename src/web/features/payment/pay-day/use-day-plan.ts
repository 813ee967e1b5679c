import { useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
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

/** So many acts an address can name; of more that are left out the rest still count towards the limits. */
const MOST_NAMED = 200

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
  const [plan, setPlan] = useState<CallResult<typeof payDay.planDay>>()
  const [opened, setOpened] = useState<Opened>()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, boolean>>(new Map())
  const payable = (plan?.payments ?? []).filter(({ problem }) => problem === null)
  const isChosen = (one: PlannedPayment) =>
    decisions.get(keyOf(one)) ?? opened?.payable.has(keyOf(one)) ?? true
  const left_out = payable
    .filter((one) => !isChosen(one))
    .map(({ acts }) => acts[0]!.act_id)
    .slice(0, MOST_NAMED - (filter.act_ids?.length ?? 0))
  const query = { filter: { ...filter, ...(left_out.length > 0 && { left_out }) } }
  const { data, renewed, error } = useCall(payDay.planDay, { query })
  // A tick changes only what limits leave to the others: the plan stays while that is asked for, and when no answer comes.
  if (renewed && data && data !== plan) setPlan(data)
  if (plan && !opened)
    setOpened({ shown: new Set(plan.payments.map(keyOf)), payable: new Set(payable.map(keyOf)) })
  return {
    plan,
    error,
    payable,
    chosen: payable.filter(isChosen),
    isNew: (one: PlannedPayment) => opened !== undefined && !opened.shown.has(keyOf(one)),
    tick: (keys: readonly string[], isTicked: boolean) =>
      setDecisions((now) => new Map([...now, ...keys.map((key) => [key, isTicked] as const)])),
  }
}
