import { report } from '#contract/report/report.ts'
import { useCall } from '#web/api/use-call.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { AttentionList, Figures, SeriesChart } from './dashboard-parts.tsx'
import styles from './dashboard.module.css'

const UnfinishedCompanies = lazyPart(
  async () => (await import('../company/set-up/unfinished-companies.tsx')).UnfinishedCompanies,
)
const FirstCompany = lazyPart(
  async () => (await import('../company/set-up/first-company.tsx')).FirstCompany,
)

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000
const TILES = 8

/** The platform: companies by status, the day over all of them, payouts by day; before the first company what to begin with. */
export function Component() {
  const board = useCall(
    report.getDashboard,
    { query: { filter: { scope: 'super' } } },
    { every: MINUTE_MS, keepPrevious: true },
  )
  if (board.error && !board.data) throw board.error
  const { tiles, series = [], attention } = board.data ?? {}
  const [payouts, turnover] = series
  if (attention?.some(({ kind }) => kind === 'first-company'))
    return (
      <Page title="Обзор">
        <FirstCompany />
      </Page>
    )
  // Until the first company works, what it lacks is all there is to do.
  const isBeginning = tiles?.some(({ key, value }) => key === 'companies_active' && value === 0)
  return (
    <Page title="Обзор">
      {isBeginning && <UnfinishedCompanies />}
      <div className={styles['columns']}>
        <AttentionList attention={attention} />
        <div>{turnover && <SeriesChart series={turnover} />}</div>
      </div>
      <Figures tiles={tiles} places={TILES} retry={() => void board.refetch()} />
      <div className={styles['chart']}>{payouts && <SeriesChart series={payouts} />}</div>
      {!isBeginning && <UnfinishedCompanies />}
    </Page>
  )
}
