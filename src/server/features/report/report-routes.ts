import { companyDays } from '#contract/report/company-days.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { moneyFlow } from '#contract/payment/money-flow.ts'
import { report } from '#contract/report/report.ts'
import { schedules } from '#contract/report/schedules.ts'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { serve } from '#http/serve.ts'
import { onOneConnection } from '../../db/handle.ts'
import { listApprovalAsks } from './asks/list-asks.ts'
import { cancelReport, createReport } from './order-report.ts'
import { getDashboard } from './dashboard/dashboard.ts'
import { getCompanyDays } from './evening/company-days.ts'
import { describeReports } from './describe-reports.ts'
import { getDocumentPdf, printDocument } from './documents/print-document.ts'
import { getReportStatus, listReports } from './list-reports.ts'
import { listExceptions } from './exceptions/list-exceptions.ts'
import { reviewExceptions } from './exceptions/review-exceptions.ts'
import { getMoneyFlow } from './money/get-money-flow.ts'
import { getPlatformMoney } from './money/get-platform-money.ts'
import { previewReport } from './preview-report.ts'
import { runScheduleNow } from './schedule/order-now.ts'
import {
  createSchedule,
  deleteSchedule,
  listReaders,
  listSchedules,
  switchSchedule,
  updateSchedule,
} from './schedule/schedules.ts'

export const reportRoutes = [
  serve(moneyFlow.getMoneyFlow, onOneConnection(getMoneyFlow)),
  serve(moneyFlow.getPlatformMoney, onOneConnection(getPlatformMoney)),
  serve(companyDays.getCompanyDays, getCompanyDays),
  serve(report.getDashboard, onOneConnection(getDashboard)),
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
]
