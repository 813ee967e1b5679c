import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/screen-paths.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ReportList } from './report-list.tsx'

const ReportOrder = lazyPart(async () => (await import('./report-order.tsx')).ReportOrder)
const ExceptionsPage = lazyPart(
  async () => (await import('./exceptions/exceptions-page.tsx')).ExceptionsPage,
)

/** Reports of the company's people, and at an address of its own the list of exceptions. */
export function Component() {
  const [address] = useSearchParams()
  return address.get('tab') === 'exceptions' ? (
    <ExceptionsPage />
  ) : (
    <ReportPage home={paths.reports} />
  )
}

/** The files of an area; with `order` in the address the form of a new one. */
export function ReportPage({ home }: { home: string }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const type = address.get('order')
  return type === null ? (
    <ReportList order={() => void navigate(`${home}?order=`)} />
  ) : (
    <ReportOrder home={home} type={type} />
  )
}
