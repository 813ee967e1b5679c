import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import { areManyNamed } from '../../../db/query/find-rows.ts'
import { isOnlySearch, readSearched, type SearchHint } from '../../../list/searched-list.ts'
import {
  bareActs,
  cutByDue,
  cutByMonths,
  filteredActs,
  keptTotals,
  sortable,
  totalsOf,
  type ActFilter,
} from './act-list-queries.ts'
import { findActIds, findBesideNames } from './act-search-queries.ts'
import { selectActsOfPage, withActColumns, type Acts } from '../act-queries.ts'
import { shownAct } from '../act-row.ts'

/** act/getAllActs: newest first, without positions. */
export async function listActs(
  db: Db,
  input: CallInput<typeof act.getAll>,
): Promise<Answer<typeof act.getAll>> {
  const filter = input.query.filter ?? {}
  return readSearched({
    filter,
    isFrequent: () => areManyNamed(db, filter.search!),
    findBesideNames: (most) => findBesideNames(db, filter.search!, most),
    find: (most) => findActIds(db, filter.search!, most),
    read: (hint) => readList(db, actList(db, filter, hint)),
  })
}

/** The query behind the list; the caller reads it by pages or whole. The hint carries known facts about its search. */
export function actList(db: Db, filter: ActFilter, hint: SearchHint = {}) {
  return asList({
    filter,
    sort: sortable,
    first: ['date', 'desc'],
    keyed: { date: 'instant', created_at: 'instant' },
    id: 'a.id',
    // All acts of a supplier are read to be sorted by id: without what is shown beside them.
    unindexed: ['supplier_name'],
    // A frequent name is met by walking the newest acts, whatever it is.
    idsByOnePlan: hint.besideNames !== undefined && isOnlySearch(filter),
    ...(!filter.search && { askedAs: `acts ${zoneOf(db)} ${JSON.stringify(filter)}` }),
    get from() {
      return filteredActs(db, filter, hint)
    },
    get bare() {
      return bareActs(db, filter, hint)
    },
    cut: cutByDue(db, filter, hint) ?? cutByMonths(db, filter),
    select: (query) => withActColumns(query as Acts),
    ofIds: (ids) => selectActsOfPage(db, { ids }),
    item: shownAct,
    totals: () =>
      totalsOf(db, bareActs(db, filter, hint) ?? filteredActs(db, filter, hint), filter),
    storedTotals: keptTotals(db, filter),
    isUncountable: hint.isMany && isOnlySearch(filter),
  })
}
