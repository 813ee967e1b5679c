import type { CallInput } from '#contract/core/call.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import { shownWeightAct } from './present-weight-act.ts'
import {
  filteredWeightActs,
  sortable,
  totalsOf,
  type WeightActFilter,
} from './weight-act-list-queries.ts'
import { withWeightActColumns } from '../weight-act-queries.ts'

/** weightacts/getAllActs: newest first, the sums over the whole filter. */
export async function listWeightActs(
  db: Db,
  input: CallInput<typeof weightacts.getAll>,
): Promise<Answer<typeof weightacts.getAll>> {
  return readList(db, weightActList(db, input.query.filter ?? {}))
}

/** The query behind the list; the caller reads it by pages or whole. */
export function weightActList(db: Db, filter: WeightActFilter) {
  const from = filteredWeightActs(db, filter)
  return asList({
    filter,
    sort: sortable,
    first: ['date', 'desc'],
    unindexed: ['net_g'],
    id: 'wa.id',
    from,
    select: (query) => withWeightActColumns(query as typeof from),
    item: shownWeightAct,
    totals: () => totalsOf(db, filter),
  })
}
