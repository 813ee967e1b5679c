// The greatest number of weighed visits without an act that a yard is expected to have.
export const MOST_FREE = 100

/** What an act may take, newest first; all callers share one cache key. */
export const freeVisits = {
  query: {
    filter: {
      direction: ['purchase' as const],
      limit: MOST_FREE,
      with: ['rows' as const],
    },
  },
}
