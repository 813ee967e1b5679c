import { paths } from '#contract/screen-paths.ts'
import { ReportPage } from './report-page.tsx'

/** Reports of a super administrator over the platform. */
export function Component() {
  return <ReportPage home={paths.superReports} />
}
