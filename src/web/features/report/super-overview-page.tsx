import { report } from '#contract/report/report.ts'
import { useCall } from '#web/api/use-call.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { AttentionList, Figures, SeriesChart } from './dashboard-parts.tsx'
import styles from './dashboard.module.css'

const UnfinishedCompanies = lazyPart(
  async () => (await import('../company/set-up/unfinished-companies.tsx')).UnfinishedCompanies,
)

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000
const TILES = 8

/** The platform: companies by status, the day over all of them, payouts by day. */
export function Component() {
  const board = useCall(
    report.getDashboard,
    { query: { filter: { scope: 'super' } } },
    { every: MINUTE_MS, keepPrevious: true },
  )
  if (board.error && !board.data) throw board.error
  const [payouts, turnover] = board.data?.series ?? []
  return (
    <Page title="Обзор">
      <Figures tiles={board.data?.tiles} places={TILES} retry={() => void board.refetch()} />
      <div className={styles['chart']}>{payouts && <SeriesChart series={payouts} />}</div>
      <div className={styles['columns']}>
        <div>{turnover && <SeriesChart series={turnover} />}</div>
        <AttentionList attention={board.data?.attention} />
      </div>
      <UnfinishedCompanies />
    </Page>
  )
}
