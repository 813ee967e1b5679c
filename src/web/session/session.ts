import { create } from 'zustand'

/** What prevents the product from showing its screens, each with its own page. */
export type Problem = 'no-link' | 'no-modules' | 'other-user'

interface Session {
  problem: Problem | null
  /** Why, in the server's words; absent where it gave no answer. */
  reason: string | undefined
  /** The title of the section that a guard refused, shown once on the home page. */
  denied: string | null
  /** The station that was opened without a server: until the server answers no other screen can open (screens.md 13.4). */
  offlineAt: string | null
}

export const useSession = create<Session>(() => ({
  problem: null,
  reason: undefined,
  denied: null,
  offlineAt: null,
}))

export const setProblem = (problem: Problem | null, reason?: string) =>
  useSession.setState({ problem, reason })
export const setDenied = (denied: string | null) => useSession.setState({ denied })
export const setOfflineAt = (offlineAt: string | null) => useSession.setState({ offlineAt })
