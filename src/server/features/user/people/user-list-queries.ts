import { sql, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { user } from '#contract/user/user.ts'
import { userStatuses, type User } from '#contract/user/user-entities.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { anywhere, withinDays } from '../../../db/query/list-page.ts'
import { asList, readList, type ListAnswer } from '../../../list/lists.ts'
import { countStatuses, type StatusCounts } from '../../../list/status-count-queries.ts'
import { people, selectUser } from '../user-queries.ts'
import { toUser } from '../user-shape.ts'

export type PeopleFilter = NonNullable<CallInput<typeof user.superGetAll>['query']['filter']>

/** A page of people: of the named companies, or of the platform when none is named. */
export function listPeople(
  db: Db,
  filter: PeopleFilter = {},
  options: { detailed: boolean },
): Promise<ListAnswer<User, StatusCounts<User['status']>>> {
  return readList(db, peopleList(db, filter, options))
}

/** The list for any reader: a page at a time or whole. */
export function peopleList(db: Db, filter: PeopleFilter, options: { detailed: boolean }) {
  return asList({
    filter,
    sort: {
      full_name: 'u.full_name',
      login: 'u.login',
      status: 'u.status',
      created_at: 'u.created_at',
      last_sign_in_at: 'seen.last_sign_in_at',
    },
    first: ['full_name', 'asc'],
    keyed: { created_at: 'instant' },
    id: 'u.id',
    from: matching(db, filter),
    totals: () => countStatuses(db, matching(db, filter), 'u.status', userStatuses),
    select: selectUser,
    item: (row) => toUser(row, options.detailed),
  })
}

function matching(db: Db, filter: PeopleFilter) {
  let query = people(db)
  if (filter.company_id)
    query = query.where(sql<SqlBool>`u.company_id = any(${filter.company_id}::uuid[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`u.id = any(${filter.ids}::uuid[])`)
  if (filter.status) query = query.where(sql<SqlBool>`u.status = any(${filter.status}::text[])`)
  if (filter.role)
    query = query.where(
      sql<SqlBool>`(u.role = any(${filter.role}::text[]) or u.roles && ${filter.role}::text[])`,
    )
  if (filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('u.full_name', 'ilike', anywhere(filter.search!)),
        eb('u.login', 'ilike', anywhere(filter.search!)),
        eb('u.phone', 'ilike', anywhere(filter.search!)),
      ]),
    )
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('u.created_at', filter, zoneOf(db)))
  return query
}
