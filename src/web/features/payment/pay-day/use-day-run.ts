import { useEffect, useRef, useState } from 'react'
import { act } from '#contract/act/act.ts'
import type { PlannedAccount, PlannedPayment } from '#contract/payment/pay-day.ts'
import { payment } from '#contract/payment/payment.ts'
import { refresh } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useModuleSettings } from '#web/state/module-settings.ts'
import { askDay, continueDay, isMoving, openRun, type DayRun } from './run-day.ts'

/** The payments of a plan on their way, from the first save to the last answer of the bank. */
export function useDayRun() {
  const [run, setRun] = useState<DayRun>()
  const isWorking = useRef(false)
  const maySend = useMaySend(payment.register)
  useStatuses(run, setRun)
  const go = async (from: DayRun) => {
    if (isWorking.current || !maySend) return
    isWorking.current = true
    await continueDay(from, setRun).finally(() => (isWorking.current = false))
    await refresh([payment.getAll, act.getAll])
  }
  return {
    run,
    start: (chosen: readonly PlannedPayment[], accounts: readonly PlannedAccount[]) =>
      void go(openRun(chosen, accounts)),
    /** Saves and sends what is not yet saved and sent, under the same ids. */
    goOn: () => run && void go(run),
    /** Back to a fresh plan: what was paid is no more in it. */
    close: () => setRun(undefined),
  }
}

export type RunControl = ReturnType<typeof useDayRun>

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
