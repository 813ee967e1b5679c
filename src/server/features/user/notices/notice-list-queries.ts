import { sql, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { Notice } from '#contract/user/user-preferences.ts'
import type { user } from '#contract/user/user.ts'
import type { Db } from '../../../db/handle.ts'
import { anywhere, withinDays } from '../../../db/query/list-page.ts'
import { readList, type ListAnswer } from '../../../list/lists.ts'
import { countUnread, ownNotices } from '../own/preference-queries.ts'

type Filter = NonNullable<CallInput<typeof user.getNotices>['query']['filter']>

/** A page of the caller's own notices. */
export function listNotices(
  db: Db,
  filter: Filter = {},
): Promise<ListAnswer<Notice, { unread: number }>> {
  return readList(db, {
    filter,
    sort: { at: 'at' },
    first: ['at', 'desc'],
    keyed: { at: 'instant' },
    id: 'id',
    from: matching(db, filter),
    select: (query) => query.select(['id', 'kind', 'at', 'title', 'href', 'read_at']),
    item: (row) => ({ ...row, kind: row.kind as Notice['kind'], href: row.href ?? '' }),
    totals: async () => ({ unread: await countUnread(db) }),
  })
}

function matching(db: Db, filter: Filter) {
  let query = ownNotices(db)
  if (filter.kind) query = query.where(sql<SqlBool>`kind = any(${filter.kind}::text[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`id = any(${filter.ids}::uuid[])`)
  if (filter.unread !== undefined)
    query = query.where('read_at', filter.unread ? 'is' : 'is not', null)
  if (filter.search) query = query.where('title', 'ilike', anywhere(filter.search))
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('at', filter, db.caller.session!.timezone))
  return query
}
