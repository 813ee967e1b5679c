import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { held, hold } from '#web/session/leave-guard.ts'
import { askLeave } from '#web/ui/dialogs/leave-question.tsx'

/** Leaving with unsaved prices asks first; the way goes on when every one of them was taken. */
export function useLeaveQuestion(changed: boolean, save: () => Promise<boolean>) {
  useEffect(() => (changed ? hold() : undefined), [changed])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && held() && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    void askLeave().then(async (answer) => {
      const leaves = answer === 'drop' || (answer === 'save' && (await save()))
      if (leaves) blocker.proceed?.()
      else blocker.reset?.()
    })
    // The question is asked once for each blocked step, whatever else changes meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
}
