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
export const askedAt = new WeakMap<Query, number>()
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch')
    askedAt.set(event.query, performance.now())
})

/** Pending requests of the screen are sent once more, on a connection of their own. */
setAskAgain(() => {
  void queryClient
    .cancelQueries({ fetchStatus: 'fetching' })
    .then(() => queryClient.refetchQueries({ type: 'active' }))
})
