import { useEffect, useRef, useState } from 'react'
import { act } from '#contract/act/act.ts'
import { payDay, type PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { askDay, continueDay, isMoving, openRun, type DayRun } from './run-day.ts'

export interface DayFilter {
  readonly date_from?: string
  readonly date_to?: string
}

/** Which payment of a plan is meant: its supplier and its first act. */
export const keyOf = ({ supplier_id, acts }: PlannedPayment) => `${supplier_id} ${acts[0]!.act_id}`

/** The day's plan, what of it is left out, and the run once it was started. Only decisions are state (decision 0037). */
export function useDay(filter: DayFilter) {
  const plan = useCall(payDay.planDay, { query: { filter } }, { keep: true })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [run, setRun] = useState<DayRun>()
  const busy = run?.phase === 'saving' || run?.phase === 'sending'
  const payable = (plan.data?.payments ?? []).filter(({ problem }) => problem === null)
  const chosen = payable.filter((one) => !leftOut.has(keyOf(one)))
  useStatuses(run, setRun)

  const isWorking = useRef(false)
  const go = async () => {
    if (isWorking.current || (!run && chosen.length === 0)) return
    isWorking.current = true
    await continueDay(run ?? openRun(chosen), setRun).finally(() => (isWorking.current = false))
    await refresh([payment.getAll, act.getAll])
  }
  const tick = (keys: readonly string[], isChosen: boolean) =>
    setLeftOut((now) => {
      const others = [...now].filter((key) => !keys.includes(key))
      return new Set(isChosen ? others : [...others, ...keys])
    })
  return {
    plan,
    payable,
    chosen,
    isChosen: (one: PlannedPayment) => !leftOut.has(keyOf(one)),
    tick,
    run,
    busy,
    go,
    /** Back to a fresh plan: what was paid is no more in it. */
    again: async () => {
      setRun(undefined)
      await refresh([payDay.planDay])
    },
  }
}

export type Day = ReturnType<typeof useDay>

/** Asks how the handed over payments stand, for as long as any of them moves. */
function useStatuses(run: DayRun | undefined, setRun: (run: DayRun) => void): void {
  const everyMs = useModuleSettings('payment')?.poll_ms
  const moves = run?.phase === 'following' && run.rows.some(isMoving)
  useEffect(() => {
    if (!moves || !run || everyMs === undefined) return undefined
    let isOver = false
    const timer = setTimeout(() => {
      void askDay(run.rows).then((rows) => {
        if (!isOver) setRun({ ...run, rows })
      })
    }, everyMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [moves, run, everyMs, setRun])
}
