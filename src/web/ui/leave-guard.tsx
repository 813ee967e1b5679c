import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { held, hold } from '../session/leave-guard.ts'
import { askLeave } from './dialogs/leave-question.tsx'

interface LeaveGuardProps {
  changed: boolean
  /** True once the form was saved and goes on to the next screen by itself. */
  saved: RefObject<boolean>
  save: () => Promise<void>
}

/** Leaving a changed form asks: save, do not save, stay. */
export function LeaveGuard({ changed, saved, save }: LeaveGuardProps) {
  useEffect(() => (changed ? hold() : undefined), [changed])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && !saved.current && held() && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    void askLeave().then(async (answer) => {
      if (answer === 'drop') return blocker.proceed?.()
      blocker.reset?.()
      if (answer === 'save') await save()
    })
    // The question is asked once for each blocked step, whatever else changes meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
  return null
}
