import { report } from '#contract/report.ts'
import { serve } from '#http/serve.ts'
import { getDashboard } from './dashboard.ts'

/** Figures of the day; the reports themselves belong to a later issue. */
export const reportRoutes = [serve(report.getDashboard, getDashboard)]
