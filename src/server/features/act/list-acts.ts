import type { act } from '#contract/act.ts'
import type { CallInput } from '#contract/call.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { asList, readList } from '../../lists.ts'
import { filteredActs, sortable, totalsOf, type ActFilter } from './act-list-queries.ts'
import { withActColumns, type Acts } from './act-queries.ts'
import { shownAct } from './act-row.ts'

/** act/getAllActs: newest first, without positions. */
export async function listActs(
  db: Db,
  input: CallInput<typeof act.getAll>,
): Promise<Answer<typeof act.getAll>> {
  return readList(db, actList(db, input.query.filter ?? {}))
}

/** The list for whoever reads it: a page at a time or whole. */
export function actList(db: Db, filter: ActFilter) {
  return asList({
    filter,
    sort: sortable,
    first: ['date', 'desc'],
    keyed: { date: 'instant', created_at: 'instant' },
    id: 'a.id',
    askedAs: `acts ${zoneOf(db)} ${JSON.stringify(filter)}`,
    get from() {
      return filteredActs(db, filter)
    },
    select: (query) => withActColumns(query as Acts),
    item: shownAct,
    totals: () => totalsOf(db, filteredActs(db, filter)),
  })
}
