import { useNavigate, useSearchParams } from 'react-router'
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

/** Reports of the company's people, and at addresses of their own their schedules and the list of exceptions. */
export function Component() {
  const [address] = useSearchParams()
  const tab = address.get('tab')
  if (tab === 'exceptions') return <ExceptionsPage />
  return tab === 'schedules' ? <SchedulesPage /> : <ReportPage home={paths.reports} />
}

/** The files of an area; with `order` in the address the form of a new one. */
export function ReportPage({ home }: { home: string }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const type = address.get('order')
  return type === null ? (
    <ReportList
      hasSchedules={home === paths.reports}
      order={() => void navigate(`${home}?order=`)}
    />
  ) : (
    <ReportOrder home={home} type={type} />
  )
}
