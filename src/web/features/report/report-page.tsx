import { useLocation, useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { paths } from '#contract/screen-paths.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ReportList } from './report-list.tsx'

const ReportOrder = lazyPart(async () => (await import('./report-order.tsx')).ReportOrder)
const ExceptionsPage = lazyPart(
  async () => (await import('./exceptions/exceptions-page.tsx')).ExceptionsPage,
)

const SchedulesPage = lazyPart(
  async () => (await import('./schedules/schedules-page.tsx')).SchedulesPage,
)

/**
 * Reports of a super administrator over the platform, or of the company's people, who have schedules and the list of exceptions
 * at addresses of their own.
 */
export function Component() {
  const [address] = useSearchParams()
  if (useLocation().pathname.startsWith(paths.superReports))
    return <ReportPage home={paths.superReports} />
  const tab = address.get('tab')
  if (tab === 'exceptions') return <ExceptionsPage />
  return tab === 'schedules' ? <SchedulesPage /> : <ReportPage home={paths.reports} />
}

/** The files of an area; with `order` in the address the form of a new one. */
function ReportPage({ home }: { home: string }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const type = address.get('order')
  return type === null ? (
    <ReportList hasSchedules={home === paths.reports} order={() => navigate(`${home}?order=`)} />
  ) : (
    <ReportOrder home={home} type={type} />
  )
}
