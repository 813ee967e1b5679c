import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { held, hold } from '#web/session/leave-guard.ts'
import { ask } from '#web/ui/ask.ts'

/** Leaving with unsaved prices asks first; saving them may ask questions of its own, so it is not offered on the way out. */
export function useLeaveQuestion(changed: boolean) {
  useEffect(() => (changed ? hold() : undefined), [changed])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed && held() && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    void ask
      .confirm({
        title: 'Цены не сохранены',
        text: 'Изменённые цены пропадут, если уйти с этого экрана.',
        main: 'Уйти без сохранения',
        danger: true,
      })
      .then((leave) => (leave ? blocker.proceed?.() : blocker.reset?.()))
    // The question is asked once for each blocked step, whatever else changes meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])
}
