import type { act } from '#contract/act.ts'
import type { CallInput } from '#contract/call.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { readList } from '../../lists.ts'
import { filteredActs, sortable, totalsOf } from './act-list-queries.ts'
import { withActColumns, type Acts } from './act-queries.ts'
import { shownAct } from './act-row.ts'

/** act/getAllActs: newest first, without positions. */
export async function listActs(
  db: Db,
  input: CallInput<typeof act.getAll>,
): Promise<Answer<typeof act.getAll>> {
  const filter = input.query.filter ?? {}
  return readList(db, {
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
