import { lazy, Suspense } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useSession } from './session/session.ts'

// Both are asked for at once but wait behind the first paint: the sign-in page shows neither.
const toasts = import('./ui/toasts.tsx')
const problems = import('./session/session-problem.tsx')
const Toasts = lazy(async () => ({ default: (await toasts).Toasts }))
const SessionProblem = lazy(async () => ({ default: (await problems).SessionProblem }))

export function App({ router }: { router: DataRouter }) {
  const problem = useSession((session) => session.problem)
  const blocking = problem === 'no-modules' || problem === 'other-user' ? problem : null
  return (
    <>
      {blocking ? (
        <Suspense fallback={null}>
          <SessionProblem problem={blocking} />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </>
  )
}
