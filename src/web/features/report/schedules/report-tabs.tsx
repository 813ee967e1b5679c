import { Link } from 'react-router'
import { paths } from '#contract/screen-paths.ts'
import styles from '#web/ui/layout/address-tabs.module.css'

const TABS = [
  { tab: 'files', label: 'Файлы', to: paths.reports },
  { tab: 'schedules', label: 'Расписания', to: `${paths.reports}?tab=schedules` },
] as const

/** The parts of the reports of a company: each is an address of its own. */
export function ReportTabs({ tab }: { tab: (typeof TABS)[number]['tab'] }) {
  return (
    <nav className={styles['tabs']} aria-label="Вкладки отчётов">
      {TABS.map((one) => (
        <Link key={one.tab} to={one.to} aria-current={one.tab === tab ? 'page' : undefined}>
          {one.label}
        </Link>
      ))}
    </nav>
  )
}
