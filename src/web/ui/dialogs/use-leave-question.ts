import { useEffect, useRef, type RefObject } from 'react'
import { useBlocker } from '../../router/hooks.ts'
import type { PageLocation } from '../../router/router.ts'
import { useDialogs } from './ask.ts'
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
    if (!hasUnsaved() || !isOtherScreen(from, to)) return false
    void leaveScreen(proceed)
    return true
  })
}

/** Names in the query whose value chooses what the screen shows: with another value its forms are gone. */
const CHOOSING = ['view', 'kind', 'company', 'page', 'day', 'order', 'paper'] as const

export function isOtherScreen(from: PageLocation, to: PageLocation): boolean {
  if (from.pathname !== to.pathname) return true
  const [present, next] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return CHOOSING.some((name) => present.get(name) !== next.get(name))
}

/** Asks about everything that is changed on the screen and in its dialogs, which close with the screen. */
export async function leaveScreen(proceed: () => void): Promise<void> {
  const forms = listUnsaved().length
  const answer = forms > 0 ? await askLeave(forms) : 'drop'
  if (!answer || (answer === 'save' && !(await saveAll()))) return
  const { stack } = useDialogs.getState()
  proceed()
  for (const { close } of stack.toReversed()) close()
}
