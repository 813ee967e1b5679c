import { sql, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import { companyStatuses, type Company } from '#contract/company/company-entities.ts'
import type { Db } from '../../db/handle.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { asList, readList, type ListAnswer } from '../../list/lists.ts'
import { countStatuses, type StatusCounts } from '../../list/status-count-queries.ts'
import { companies, companyColumns } from './company-queries.ts'

type Filter = NonNullable<CallInput<typeof company.getAll>['query']['filter']>

/** A page of the platform's companies with the numbers of their sites and people. */
export function listCompanyRows(
  db: Db,
  filter: Filter = {},
): Promise<ListAnswer<Company, StatusCounts<Company['status']>>> {
  return readList(db, companyList(db, filter))
}

/** The list for any reader: a page at a time or whole. */
export function companyList(db: Db, filter: Filter) {
  return asList({
    filter,
    sort: { name: 'c.name', inn: 'c.inn', status: 'c.status', created_at: 'c.created_at' },
    first: ['name', 'asc'],
    keyed: { created_at: 'instant' },
    id: 'c.id',
    from: matching(db, filter)
      .leftJoin(sitesOfCompanies.as('s'), 's.company_id', 'c.id')
      .leftJoin(peopleOfCompanies.as('u'), 'u.company_id', 'c.id'),
    totals: () => countStatuses(db, matching(db, filter), 'c.status', companyStatuses),
    select: (query) =>
      query
        .select([...companyColumns])
        .select([
          sql<number>`coalesce(s.count, 0)`.as('sites_count'),
          sql<number>`coalesce(u.count, 0)`.as('users_count'),
        ]),
    item: (row): Company => ({ ...row, status: row.status as Company['status'] }),
  })
}

interface CountOfCompany {
  readonly company_id: string
  readonly count: number
}

/** Counted apart and joined: a cluster reads nothing of companies for each row of a table that lies on every machine. */
const sitesOfCompanies = sql<CountOfCompany>`(select company_id, count(*) as count from site
  where status = 'active' group by company_id)`
const peopleOfCompanies = sql<CountOfCompany>`(select company_id, count(*) as count from app_user
  where kind = 'person' and status <> 'dismissed' and company_id is not null group by company_id)`

function matching(db: Db, filter: Filter) {
  let query = companies(db)
  if (filter.inn) query = query.where('c.inn', 'like', `${anywhere(filter.inn).slice(1)}`)
  if (filter.status) query = query.where(sql<SqlBool>`c.status = any(${filter.status}::text[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`c.id = any(${filter.ids}::uuid[])`)
  if (filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('c.name', 'ilike', anywhere(filter.search!)),
        eb('c.short_name', 'ilike', anywhere(filter.search!)),
        eb('c.inn', 'like', anywhere(filter.search!)),
      ]),
    )
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('c.created_at', filter, 'Europe/Moscow'))
  return query
}
