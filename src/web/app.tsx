import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { useSession } from './session/session.ts'
import { SessionProblem } from './session/session-problem.tsx'
import { Toasts } from './ui/toasts.tsx'

export function App({ router }: { router: DataRouter }) {
  const problem = useSession((session) => session.problem)
  const blocking = problem === 'no-modules' || problem === 'other-user' ? problem : null
  return (
    <>
      {blocking ? <SessionProblem problem={blocking} /> : <RouterProvider router={router} />}
      <Toasts />
    </>
  )
}
