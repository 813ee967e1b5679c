import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { useStore, userId } from '../state/store.ts'
import { type CallError, isPassing } from '../state/call-error.ts'
import { queryClient } from './query-client.ts'
import { send } from './send.ts'
import { untilAnswered } from '../state/until-answered.ts'

/** Reference data (products, columns, company, rights) stays fresh for this long. */
export const REFERENCE_MS = 5 * 60_000

export interface UseCallOptions {
  /** `false` waits: nothing is asked yet. */
  when?: boolean
  /** Keeps showing the previous answer while the next one loads: lists. */
  keepPrevious?: boolean
  /** How long an answer is not requested again, ms; Infinity = for ever. */
  fresh?: number
  /** Repeats the request at this interval while the tab is visible, ms. */
  every?: number | false
  /** No toast on failure: polling and screens that show the failure themselves. */
  quiet?: boolean
}

/** How soon an open screen refreshes again what the server, or a device or bank behind it, could not answer, ms. */
const RECOVER_MS = 5000

/** The cache key: the user, the call's path and its input. */
export function callKey(call: Call, input?: unknown): unknown[] {
  const key: unknown[] = [userId(useStore.getState()), call.path]
  return input === undefined ? key : [...key, input]
}

/**
 * Reads a GET call through the cache; an older answer never replaces a newer one. `error` is never a passing failure: a first read
 * waits and is asked again (screens.md 4.2), a refresh leaves what is shown.
 */
export function useCall<C extends Call>(
  call: C,
  input: SendInput<C>,
  options: UseCallOptions = {},
) {
  const user = useStore(userId)
  const { when = true, keepPrevious = false, fresh = 0, every = false, quiet } = options
  const query = useQuery<CallResult<C>, CallError>({
    queryKey: [user, call.path, input],
    queryFn: ({ signal, queryKey }) => {
      const { status, data } = queryClient.getQueryState(queryKey)!
      // Only the first failure is reported; the repeated attempts are silent.
      const ask = (isFirst: boolean) =>
        send(call, input, {
          signal,
          quiet: quiet ?? (every !== false || status === 'error' || !isFirst),
        })
      return data === undefined ? untilAnswered(hashKey(queryKey), ask, signal) : ask(true)
    },
    enabled: when,
    staleTime: fresh,
    refetchInterval: ({ state: { error } }) => {
      if (!isPassing(error) && error?.status !== 503) return every
      return Math.max(Math.min(every || RECOVER_MS, RECOVER_MS), (error?.retryAfter ?? 0) * 1000)
    },
    meta: { about: call.about ?? [] },
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  const isPassed = isPassing(query.error)
  return {
    data: query.data,
    /** When that answer came, epoch ms by this browser's clock; 0 = never. */
    at: query.dataUpdatedAt,
    error: isPassed ? null : query.error,
    /** The last attempt failed: the shown data are older. */
    failed: query.isError,
    /**
     * The server was asked since this screen opened, with or without success: the shown data are not left from an earlier screen.
     */
    renewed: query.isFetchedAfterMount,
    /** Nothing to show yet. */
    loading: when && (query.isPending || (isPassed && query.data === undefined)),
    /** What is shown belongs to the previous input. */
    stale: query.isPlaceholderData,
    fetching: query.isFetching,
    refetch: query.refetch,
  }
}

/** Reads once outside a component, through the same cache: palette, bulk actions. */
export async function callOnce<C extends Call>(
  call: C,
  input: SendInput<C>,
  fresh: number | 'static' = 0,
  quiet = false,
): Promise<CallResult<C>> {
  const queryKey = callKey(call, input)
  try {
    return await queryClient.fetchQuery<CallResult<C>>({
      queryKey,
      queryFn: ({ signal }) => send(call, input, { signal, quiet }),
      staleTime: fresh,
      meta: { about: call.about ?? [] },
    })
  } catch (error) {
    // Whoever shows it later reads it anew, and does not begin with this error.
    const predicate = ({ state }: { state: { data: unknown } }) => state.data === undefined
    queryClient.removeQueries({ queryKey, exact: true, type: 'inactive', predicate })
    throw error
  }
}

/** Puts into a stored answer what another call has just answered: the screen shows it now, and reads all of it beside that. */
export function changeStored<C extends Call>(
  call: C,
  input: SendInput<C>,
  change: (stored: CallResult<C>) => CallResult<C>,
): void {
  queryClient.setQueryData<CallResult<C>>(
    callKey(call, input),
    (stored) => stored && change(stored),
  )
}

/** Marks every stored answer of these calls as outdated, so that open screens read them again. */
export async function refresh(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: callKey(call) })))
}
