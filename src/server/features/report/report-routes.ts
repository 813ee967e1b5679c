import { report } from '#contract/report/report.ts'
import { serve } from '#http/serve.ts'
import { onOneConnection } from '../../db/handle.ts'
import { createReport } from './create-report.ts'
import { getDashboard } from './dashboard/dashboard.ts'
import { getReportStatus, listReports, listReportTypes } from './list-reports.ts'

export const reportRoutes = [
  serve(report.getDashboard, onOneConnection(getDashboard)),
  serve(report.getAll, listReports),
  serve(report.getTypes, listReportTypes),
  serve(report.getStatus, getReportStatus),
  serve(report.create, createReport),
]
