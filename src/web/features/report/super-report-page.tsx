import { ReportList } from './report-list.tsx'

/** Reports of a super administrator over the platform. */
export function Component() {
  return <ReportList />
}
