import { useState, useEffect, useRef } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { useCall, refresh } from '#web/api/use-call.ts'
import { payment } from '#contract/payment/payment.ts'
import { send } from '#web/api/send.ts'

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

/** What was ticked or not, by a person or when the plan was first shown. */
interface Decision {
  readonly one: PlannedPayment
  readonly isTicked: boolean
}

/**
 * The plan of days and what is ticked in it. Payments are decided over fresh data alone, and what comes or changes after the plan was
 * shown is not ticked: no sum grows under the hand that sends it, and a tick that is lost by that is told. Only decisions are state
 * (decision 0037).
 */
export function useDayPlan(filter: DayFilter) {
  const [plan, setPlan] = useState<CallResult<typeof payDay.planDay>>()
  const [opened, setOpened] = useState<readonly PlannedPayment[]>()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const payable = (plan?.payments ?? []).filter(({ problem }) => problem === null)
  const isChosen = (one: PlannedPayment) =>
    opened === undefined || decisions.get(keyOf(one))?.isTicked === true
  const left_out = payable
    .filter((one) => !isChosen(one))
    .map(({ acts }) => acts[0]!.act_id)
    .slice(0, MOST_NAMED - (filter.act_ids?.length ?? 0))
  const query = { filter: { ...filter, ...(left_out.length > 0 && { left_out }) } }
  const { data, renewed, error } = useCall(payDay.planDay, { query })
  // A tick changes only what limits leave to the others: the plan stays while that is asked for, and when no answer comes.
  if (renewed && data && data !== plan) setPlan(data)
  const tick = (some: readonly PlannedPayment[], isTicked: boolean) =>
    setDecisions((now) => {
      const said = new Map(some.map((one) => [keyOf(one), { one, isTicked }] as const))
      return new Map([...[...now].filter(([key]) => !said.has(key)), ...said])
    })
  if (plan && !opened) {
    setOpened(plan.payments)
    tick(payable, true)
  }
  const isNew = (one: PlannedPayment) =>
    opened !== undefined && !opened.some((old) => keyOf(old) === keyOf(one))
  return {
    plan,
    error,
    payable,
    chosen: payable.filter(isChosen),
    isNew,
    /** Of what lost its tick because its acts or sums became other ones: what was ticked. */
    tickedBefore: (one: PlannedPayment) =>
      decisions.has(keyOf(one)) ? undefined : lastTicked(one, decisions),
    tick,
  }
}

/** The last word about the debt counts: what a person has unticked is no lost tick. */
function lastTicked(one: PlannedPayment, decisions: ReadonlyMap<string, Decision>) {
  const last = [...decisions.values()].findLast((old) => isSameDebt(old.one, one))
  return last?.isTicked ? last.one : undefined
}

const isSameDebt = (old: PlannedPayment, one: PlannedPayment) =>
  old.supplier_id === one.supplier_id &&
  old.acts.some((part) => one.acts.some(({ act_id: id }) => id === part.act_id))

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
