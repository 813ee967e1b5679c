import type { CallInput } from '#contract/core/call.ts'
import type { report } from '#contract/report/report.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { isSupervisor } from '../../auth/session.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { readList } from '../../list/lists.ts'
import { reportList, seesAll } from './report-list-queries.ts'
import { findReport } from './report-queries.ts'

/** report/getReportList: reports stand with the company of the person who asked, SUPERVISOR's with the platform. */
export async function listReports(
  db: Db,
  { query }: CallInput<typeof report.getAll>,
): Promise<Answer<typeof report.getAll>> {
  const filter = query.filter ?? {}
  return readList(db, reportList(ofCompany(db, filter.company_id), filter))
}

function ofCompany(db: Db, companyId: string | undefined): Db {
  const { session } = db.caller
  if (companyId === undefined || companyId === db.companyId) return db
  if (session && isSupervisor(session)) return forCompany(db, companyId)
  return refuse('filter.invalid', {
    fields: { 'filter.company_id': 'Компанию выбирает только суперадминистратор' },
  })
}

/** report/getReportStatus: polled while a file is on its way. */
export async function getReportStatus(
  db: Db,
  { query }: CallInput<typeof report.getStatus>,
): Promise<Answer<typeof report.getStatus>> {
  const row = await findReport(db, query.reportId)
  if (!row || !isReader(db, row)) refuse('common.not-found')
  const { id, created_by: _c, shared_with: _s, ...rest } = row
  return { reportId: id, ...rest, file_id: rest.status === 'ready' ? rest.file_id : null }
}

type Readers = Pick<
  NonNullable<Awaited<ReturnType<typeof findReport>>>,
  'created_by' | 'shared_with'
>

function isReader(db: Db, { created_by, shared_with }: Readers): boolean {
  const userId = db.caller.userId!
  return created_by === userId || shared_with.includes(userId) || seesAll(db)
}
