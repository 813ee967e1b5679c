import { sql, type Expression, type SqlBool } from 'kysely'
import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { reportStatuses, type Report } from '#contract/report/report-entities.ts'
import { may } from '../../auth/rights/rights.ts'
import { zoneOf, type Db } from '../../db/handle.ts'
import { withinDays } from '../../db/query/list-page.ts'
import { asList } from '../../list/lists.ts'
import { countStatuses } from '../../list/status-count-queries.ts'
import { exportedLists } from './lists/exported-lists.ts'
import { findReportKind, reportKinds } from './kinds/all.ts'
import { LIST_TITLE, LIST_TYPE } from './requested-report.ts'
import { composedFiles } from './write/composed-files.ts'

export type ReportFilter = NonNullable<CallInput<typeof report.getAll>['query']['filter']>

/** Own reports and those that a schedule gave, with the right to control reports those of the whole company; newest first. */
export function reportList(db: Db, filter: ReportFilter) {
  return asList({
    filter,
    sort: { created_at: 'r.created_at', type: 'r.type', status: 'r.status' },
    first: ['created_at', 'desc'],
    keyed: { created_at: 'instant' },
    id: 'r.id',
    from: filterReports(db, filter),
    totals: () => countStatuses(db, filterReports(db, filter), 'r.status', reportStatuses),
    select: (query) =>
      query.select([
        'r.id',
        'r.type',
        'r.params',
        'r.format',
        'r.status',
        'r.progress',
        'r.rows',
        'r.file_id',
        'r.error',
        'r.expires_at',
        'r.created_at',
        'u.full_name as created_by_name',
        'c.short_name as company_name',
      ]),
    item: (row) =>
      ({
        ...row,
        title: titleOfReport(row.type, row.params),
        // What is deleted leads nowhere.
        file_id: row.status === 'ready' ? row.file_id : null,
      }) as Report,
  })
}

/** A list is named by its own screen. */
export function titleOfReport(type: string, params: unknown): string {
  const kind = findReportKind(type) ?? composedFiles.find((file) => file.type === type)
  if (kind) return kind.title
  const { call } = params as { call?: string }
  return exportedLists.get(call ?? '')?.title ?? LIST_TITLE
}

/** True for a caller who may see reports of others: by a right, or SUPERVISOR in a named company. */
export function seesAll(db: Db): boolean {
  return may(db, 'report.control') || db.companyId !== db.caller.session!.companyId
}

function filterReports(db: Db, filter: ReportFilter) {
  let query = db.q
    .selectFrom('report as r')
    .leftJoin('app_user as u', 'u.id', 'r.created_by')
    .leftJoin('company as c', 'c.id', 'r.company_id')
    .where('r.company_id', '=', db.companyId)
  for (const condition of conditionsOf(db, filter)) query = query.where(condition)
  return query
}

function conditionsOf(db: Db, filter: ReportFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [withinDays('r.created_at', filter, zoneOf(db))]
  const { userId } = db.caller
  if (filter.own) list.push(sql`r.created_by = ${userId}`)
  else if (!seesAll(db))
    list.push(sql`(r.created_by = ${userId} or ${userId}::uuid = any(r.shared_with))`)
  if (filter.ids) list.push(sql`r.id = any(${filter.ids})`)
  if (filter.type) list.push(sql`r.type = any(${filter.type})`)
  if (filter.status) list.push(sql`r.status = any(${filter.status})`)
  if (filter.search) list.push(sql`r.type = any(${typesOf(filter.search)})`)
  return list
}

/** Titles are words of the code, so the search finds types and not texts. */
function typesOf(search: string): string[] {
  const words = search.trim().toLowerCase()
  return [...reportKinds, ...composedFiles, { type: LIST_TYPE, title: LIST_TITLE }]
    .filter(({ title }) => title.toLowerCase().includes(words))
    .map(({ type }) => type)
}
