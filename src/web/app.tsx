import { CallError } from './state/call-error.ts'
import type { Router } from './router/router.ts'
import { RouterView } from './router/view.tsx'
import { SessionProblem } from './session/session-problem.tsx'
import { useSession } from './session/session.ts'
import { SlowAnswer } from './session/slow-answer.tsx'
import { FailurePage } from './shell/pages/failure-page.tsx'
import { Waiting } from './ui/feedback/waiting.tsx'
import { toast } from './ui/feedback/toast.ts'
import { Toasts } from './ui/feedback/toasts.tsx'
import { noteMissingPart } from './ui/layout/part-boundary.tsx'

export function App({ router }: { router: Router | undefined }) {
  const problem = useSession((session) => session.problem)
  const blocking = problem === 'no-modules' || problem === 'other-user' ? problem : null
  return (
    <>
      {blocking && <SessionProblem problem={blocking} />}
      {router && !blocking && (
        <RouterView
          router={router}
          waiting={<Waiting />}
          failure={FailurePage}
          onError={reportUnexpected}
        />
      )}
      <Toasts />
      <SlowAnswer />
    </>
  )
}

/** A refused record or section has its own page; any other error of a screen is a bug, logged once. */
function reportUnexpected(error: unknown) {
  if (!(error instanceof CallError)) console.error(error)
}

/** A dialog's code is loaded at its first opening: if loading fails, the press must show an error. */
export function reportMissingParts() {
  addEventListener('vite:preloadError', ({ payload }) => {
    noteMissingPart(payload)
    toast.error('Часть программы не загрузилась. Повторите, а если не поможет, обновите страницу')
  })
}

interface Factory {
  createPolicy: (name: string, rules: object) => unknown
}

/** Workers and wasm loaders may come from these addresses of our origin alone (screens.md 1). */
const SCRIPT = /^\/((service|push)-worker\.js|assets\/[\w./-]+)$/

/** The policy `default`: script addresses of our own build, and no HTML or script text at all. */
export function setTrustedTypes() {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', {
    createScriptURL(address: string) {
      const url = new URL(address, location.origin)
      return url.origin === location.origin && SCRIPT.test(url.pathname) ? url.href : null
    },
  })
}
