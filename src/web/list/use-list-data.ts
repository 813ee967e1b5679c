import type { Call } from '#contract/core/call.ts'
import { useCall, type UseCallOptions } from '#web/api/use-call.ts'
import { rowsFilter, totalsFilter, type ListState } from '#web/ui/list/address/list-address.ts'
import type {
  ListData,
  ListFilter,
  ListScreenProps,
  StatusFigure,
} from '#web/ui/list/list-types.ts'

interface ListAnswer<Row> {
  items: Row[]
  total: number
  total_capped?: boolean
  totals?: Record<string, number> & { statuses?: StatusFigure[] }
}

/** Rows and count as two reads: rows never wait for the count of a long list. */
export function useListData<Row>(
  call: Call,
  state: ListState,
  {
    filters = [],
    fixed = {},
    statuses,
  }: Pick<ListScreenProps<Row>, 'filters' | 'fixed' | 'statuses'>,
): ListData<Row> {
  const own = { ...ownFilter(state, filters), ...fixed }
  const ask = (filter: object) => ({ query: { filter } })
  const way: UseCallOptions = { keepPrevious: true, when: !!fixed }
  const rows = useCall(call, ask(rowsFilter(state, own)), way)
  const totals = useCall(call, ask(totalsFilter(state, own)), { ...way, quiet: true })
  // Without a chosen status it is the same question as that of the totals, and asked once.
  const ofAll = useCall(call, ask(totalsFilter({ ...state, status: [] }, own)), {
    ...way,
    when: !!fixed && !!statuses,
    quiet: true,
  })
  const answer = rows.data as ListAnswer<Row> | undefined
  const sums = totals.data as ListAnswer<Row> | undefined
  return {
    rows: answer?.items,
    total: sums && { count: sums.total, capped: sums.total_capped ?? false },
    totals: sums?.totals ?? {},
    figures: (ofAll.data as ListAnswer<Row> | undefined)?.totals?.statuses,
    isCounting: ofAll.loading,
    error: rows.error,
    loading: !fixed || rows.loading,
    stale: rows.stale,
    fetching: rows.fetching,
    refetch: () => {
      void rows.refetch()
      void totals.refetch()
      if (state.status.length > 0) void ofAll.refetch()
    },
  }
}

/** The chosen values of the list's own filters, in the words of the contract. */
export function ownFilter(
  state: ListState,
  filters: readonly ListFilter[],
): Record<string, unknown> {
  const parts = filters.flatMap((filter) => {
    const value = state.own[filter.key]
    if (!value || !filter.options.some((option) => option.value === value))
      return filter.whenNone?.filter ?? []
    return [filter.toFilter ? filter.toFilter(value) : { [filter.key]: value }]
  })
  return Object.assign({}, ...parts) as Record<string, unknown>
}
