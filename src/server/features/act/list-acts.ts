import type { act } from '#contract/act.ts'
import type { CallInput } from '#contract/call.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { asList, readList } from '../../lists.ts'
import {
  actsFoundBy,
  bareActs,
  filteredActs,
  sortable,
  totalsOf,
  type ActFilter,
} from './act-list-queries.ts'
import { withActColumns, type Acts } from './act-queries.ts'
import { shownAct } from './act-row.ts'

/** act/getAllActs: newest first, without positions. */
export async function listActs(
  db: Db,
  input: CallInput<typeof act.getAll>,
): Promise<Answer<typeof act.getAll>> {
  const filter = input.query.filter ?? {}
  const found = filter.search ? await actsFoundBy(db, filter.search) : undefined
  return readList(db, actList(db, filter, found))
}

/** The list for whoever reads it: a page at a time or whole; `found` is what the search is known to find. */
export function actList(db: Db, filter: ActFilter, found?: readonly string[]) {
  const sorted = filter.sort?.[0]?.[0] ?? 'date'
  return asList({
    filter,
    sort: sortable,
    first: ['date', 'desc'],
    keyed: { date: 'instant', created_at: 'instant' },
    id: 'a.id',
    // Thousands of acts of some days are sorted without what is shown beside them.
    idsFirst: sorted !== 'date' && sorted !== 'created_at' && withinSomeDays(filter),
    ...(!found && { askedAs: `acts ${zoneOf(db)} ${JSON.stringify(filter)}` }),
    get from() {
      return filteredActs(db, filter, found)
    },
    get bare() {
      return bareActs(db, filter, found)
    },
    select: (query) => withActColumns(query as Acts),
    item: shownAct,
    totals: () => totalsOf(db, bareActs(db, filter, found) ?? filteredActs(db, filter, found)),
  })
}

function withinSomeDays({ date_from, date_to }: ActFilter): boolean {
  return date_from !== undefined || date_to !== undefined
}
