import { companyDays } from '#contract/report/company-days.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { paymentFacts } from '#contract/payment/payment-facts.ts'
import { moneyFlow } from '#contract/payment/money-flow.ts'
import { report } from '#contract/report/report.ts'
import { schedules } from '#contract/report/schedules.ts'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import type { CallInput } from '#contract/core/call.ts'
import { serve, type Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { onOneConnection, forCompany, type Db } from '../../db/handle.ts'
import { isSupervisor } from '../../auth/session.ts'
import { readList } from '../../list/lists.ts'
import { listApprovalAsks } from './asks/list-asks.ts'
import { getPaymentFacts } from './asks/payment-facts.ts'
import { cancelReport, createReport } from './order-report.ts'
import { getDashboard } from './dashboard/dashboard.ts'
import { getCompanyDays } from './evening/company-days.ts'
import { describeReports } from './describe-reports.ts'
import { getDocumentPdf, printDocument } from './documents/print-document.ts'
import { listExceptions } from './exceptions/list-exceptions.ts'
import { reviewExceptions } from './exceptions/review-exceptions.ts'
import { getMoneyFlow } from './money/get-money-flow.ts'
import { getPlatformMoney } from './money/get-platform-money.ts'
import { getMonth } from './month/get-month.ts'
import { previewReport } from './write/preview-report.ts'
import { runScheduleNow } from './schedule/order-now.ts'
import {
  createSchedule,
  deleteSchedule,
  listReaders,
  listSchedules,
  switchSchedule,
  updateSchedule,
} from './schedule/schedules.ts'
import { reportList, seesAll } from './report-list-queries.ts'
import { findReport } from './report-queries.ts'

export const reportRoutes = [
  serve(moneyFlow.getMoneyFlow, onOneConnection(getMoneyFlow)),
  serve(moneyFlow.getPlatformMoney, getPlatformMoney),
  serve(companyDays.getCompanyDays, getCompanyDays),
  serve(report.getDashboard, onOneConnection(getDashboard)),
  serve(report.getMonth, onOneConnection(getMonth)),
  serve(report.getAll, listReports),
  serve(report.getTypes, describeReports),
  serve(report.preview, previewReport),
  serve(report.getDocument, onOneConnection(printDocument)),
  serve(report.getDocumentPdf, getDocumentPdf),
  serve(report.getStatus, getReportStatus),
  serve(report.create, createReport),
  serve(report.cancel, cancelReport),
  serve(schedules.getSchedules, onOneConnection(listSchedules)),
  serve(schedules.getScheduleReaders, onOneConnection(listReaders)),
  serve(schedules.createSchedule, createSchedule),
  serve(schedules.updateSchedule, updateSchedule),
  serve(schedules.switchSchedule, switchSchedule),
  serve(schedules.deleteSchedule, deleteSchedule),
  serve(schedules.runSchedule, runScheduleNow),
  serve(flagReview.getExceptions, onOneConnection(listExceptions)),
  serve(flagReview.reviewExceptions, reviewExceptions),
  // What a question is about is known by the features after that of people.
  serve(approvalAsks.getApprovalAsks, onOneConnection(listApprovalAsks)),
  serve(paymentFacts.getPaymentFacts, onOneConnection(getPaymentFacts)),
]

/** report/getReportList: reports stand with the company of the person who asked, SUPERVISOR's with the platform. */
async function listReports(
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
async function getReportStatus(
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
