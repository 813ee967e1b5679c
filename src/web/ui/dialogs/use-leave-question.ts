import { useEffect, useRef, type RefObject } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { hasUnsaved, hold, saveAll, listUnsaved } from './leave-guard.ts'
import { askLeave } from './leave-question.tsx'

interface LeaveQuestion {
  changed: boolean
  /** True when nothing is left to save: then navigation continues to the requested page. */
  save: () => Promise<boolean>
  /** True while a saved form itself navigates to the next screen. */
  passing?: RefObject<boolean>
}

/**
 * Leaving changed values asks: save and go on, go on without saving, or stay. The router supports only one blocker, so the one it
 * calls asks for all changed forms of the page.
 */
export function useLeaveQuestion({ changed, save, passing }: LeaveQuestion) {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(
    () =>
      changed
        ? hold({ save: () => latest.current(), passing: () => passing?.current ?? false })
        : undefined,
    [changed, passing],
  )
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  const navigate = useNavigate()
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const { state } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    void askLeave(listUnsaved().length).then(async (answer) => {
      const leaves = answer === 'drop' || (answer === 'save' && (await saveAll()))
      // A saved form may have been unmounted, and its blocker with it.
      if (leaves && !alive.current) void navigate(blocker.location)
      else if (leaves) blocker.proceed()
      else blocker.reset()
    })
    // The question is asked once for each blocked step, whatever else changes meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
}
