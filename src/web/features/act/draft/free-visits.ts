// A yard does not keep more weighed and undocumented vehicles than this.
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
