import { QueryClient } from '@tanstack/react-query'
import { CallError } from '../state/call-error.ts'
import { setAskAgain } from '../state/connection.ts'

/** A read is repeated at most this often, and only when no answer came. */
const RETRIES = 2

/** One cache for all data of the server; reads only, sends are never repeated automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 0,
      retry: (failures, error) => failures < RETRIES && error instanceof CallError && error.network,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Pending requests of the screen are sent once more, on a connection of their own. */
setAskAgain(() => {
  void queryClient
    .cancelQueries({ fetchStatus: 'fetching' })
    .then(() => queryClient.refetchQueries({ type: 'active' }))
})
