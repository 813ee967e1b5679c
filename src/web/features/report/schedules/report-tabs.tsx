import { Link } from '#web/router/link.tsx'
import { flagReview } from '#contract/report/exceptions.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { count } from '#web/ui/format.ts'
import styles from '#web/ui/layout/address-tabs.module.css'

const TABS = [
  { tab: 'files', label: 'Файлы', to: paths.reports },
  { tab: 'schedules', label: 'Расписания', to: `${paths.reports}?tab=schedules` },
  { tab: 'exceptions', label: 'Исключения', to: `${paths.reports}?tab=exceptions` },
] as const

/** The parts of the reports of a company: each is an address of its own. */
export function ReportTabs({ tab }: { tab: (typeof TABS)[number]['tab'] }) {
  const reviews = useMay('exception.review')
  const shown = TABS.filter((one) => one.tab !== 'exceptions' || reviews)
  return (
    <nav className={styles['tabs']} aria-label="Вкладки отчётов">
      {shown.map((one) => (
        <Link key={one.tab} to={one.to} aria-current={one.tab === tab ? 'page' : undefined}>
          {one.label}
          {one.tab === 'exceptions' && <WaitingCount />}
        </Link>
      ))}
    </nav>
  )
}

/** Exceptions that nobody has reviewed. */
function WaitingCount() {
  const query = { filter: { is_reviewed: false, limit: 1 } }
  const { data } = useCall(flagReview.getExceptions, { query }, { keepPrevious: true, quiet: true })
  if (!data || data.total === 0) return null
  return (
    <span className={styles['count']} title={`Ждут просмотра: ${count(data.total)}`}>
      <span className="visually-hidden">, ждут просмотра: </span>
      {count(data.total)}
    </span>
  )
}
