import { QueryClient, type Query } from '@tanstack/react-query'
import { setAskAgain } from '../state/connection.ts'
import { pauseAfter } from '../state/until-answered.ts'

/** What failed a moment ago is not asked again because a part of the screen comes, goes and comes again. */
const mayAsk = ({ state: { error, errorUpdateCount, errorUpdatedAt } }: Query) =>
  error === null || Date.now() - errorUpdatedAt >= pauseAfter(errorUpdateCount)

/** One cache for all data of the server; reads only (`use-call.ts` repeats them), sends are never repeated automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 0,
      retry: false,
      retryOnMount: mayAsk,
      refetchOnMount: mayAsk,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** When the newest question of each was begun, by `performance.now()`. */
const askedAt = new WeakMap<Query, number>()
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch')
    askedAt.set(event.query, performance.now())
})

/**
 * Asks again for each answer that may be older than the last change of what it is about, by `performance.now()`. One that is on its way
 * is let come, so that changes in a row leave no slow screen without an answer, and is asked for again after it.
 */
export function askAgain(changedAt: (query: Query) => number): void {
  const predicate = (query: Query) => (askedAt.get(query) ?? 0) <= changedAt(query)
  const late = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate })
  void queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
  for (const query of late) {
    const again = () => askAgain((one) => (one === query ? changedAt(one) : -Infinity))
    void query.promise?.then(again, again)
  }
}

/** After a lost connection: what is on its way may never come, so it is asked for anew as well. */
export function askAllAgain(): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' }))
    void query.cancel({ silent: true })
  void queryClient.invalidateQueries()
}

/** Pending requests of the screen are sent once more, on a connection of their own. */
setAskAgain(() => {
  void queryClient
    .cancelQueries({ fetchStatus: 'fetching' })
    .then(() => queryClient.refetchQueries({ type: 'active' }))
})
