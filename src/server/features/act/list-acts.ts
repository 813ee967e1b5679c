import type { act } from '#contract/act.ts'
import type { CallInput } from '#contract/call.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { readList } from '../../lists.ts'
import { filteredActs, sortable, totalsOf } from './act-list-queries.ts'
import { withActColumns } from './act-queries.ts'
import { shownAct } from './act-row.ts'

/** act/getAllActs: newest first, without positions. */
export async function listActs(
  db: Db,
  input: CallInput<typeof act.getAll>,
): Promise<Answer<typeof act.getAll>> {
  const filter = input.query.filter ?? {}
  const from = filteredActs(db, filter)
  return readList(db, {
    filter,
    sort: sortable,
    first: ['date', 'desc'],
    keyed: { date: 'instant', created_at: 'instant' },
    id: 'a.id',
    from,
    select: (query) => withActColumns(query as typeof from),
    item: shownAct,
    totals: () => totalsOf(db, from),
  })
}
