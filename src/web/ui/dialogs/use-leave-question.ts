import { useEffect, useRef, type RefObject } from 'react'
import { useBlocker } from '../../router/hooks.ts'
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
 * Leaving changed values asks: save and go on, go on without saving, or stay. The router asks one blocker alone, so it asks for all
 * changed forms of the page.
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
  useBlocker(({ from, to, proceed }) => {
    if (!hasUnsaved() || from.pathname === to.pathname) return false
    void askLeave(listUnsaved().length).then(async (answer) => {
      if (answer === 'drop' || (answer === 'save' && (await saveAll()))) proceed()
    })
    return true
  })
}
