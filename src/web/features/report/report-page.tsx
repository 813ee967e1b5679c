import { ReportList } from './report-list.tsx'

/** Reports of the company's people. */
export function Component() {
  return <ReportList />
}
