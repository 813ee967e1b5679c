import { useEffect, useMemo, useRef } from 'react'
import type { Blocker, Navigate, NavigateOptions, PageLocation } from './router.ts'
import { useRouter, useRouterState } from './view.tsx'

export const useLocation = (): PageLocation => useRouterState().location

export const useParams = (): Readonly<Record<string, string>> => useRouterState().params

/** The same function for the life of the page. */
export const useNavigate = (): Navigate => useRouter().navigate

/**
 * Whether another screen is being loaded. Code that writes the address after a pause waits meanwhile: its write would replace the
 * step that the user has taken since.
 */
export const useIsLeaving = (): boolean => useRouterState().next !== undefined

type Query = URLSearchParams | Record<string, string>
export type SetQuery = (
  query: Query | ((present: URLSearchParams) => Query),
  options?: NavigateOptions & {
    /** Writes only while this path is open and none is on its way: what ends after its screen must not change the next one. */
    on?: string
  },
) => void

/** The query of the address; writing it drops the hash. */
export function useSearchParams(): [URLSearchParams, SetQuery] {
  const router = useRouter()
  const { search } = useLocation()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const set = useMemo<SetQuery>(
    () => (change, options) => {
      const { location, next: wanted } = router.state()
      if (options?.on !== undefined && (wanted || location.pathname !== options.on)) return
      const present = () => new URLSearchParams(router.state().location.search)
      const next = new URLSearchParams(typeof change === 'function' ? change(present()) : change)
      router.navigate(`?${next}`, options)
    },
    [router],
  )
  return [query, set]
}

/** Asks before the address changes. Of several the one that was mounted last is asked alone. */
export function useBlocker(blocker: Blocker): void {
  const router = useRouter()
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
  })
  useEffect(() => router.block((destination) => latest.current(destination)), [router])
}
