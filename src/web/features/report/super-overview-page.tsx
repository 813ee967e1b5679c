import type { Tile } from '#contract/report/dashboard.ts'
import { report } from '#contract/report/report.ts'
import { useCall } from '#web/api/use-call.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { differenceText } from '#web/ui/form/difference.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { AttentionList, SeriesChart } from './dashboard-parts.tsx'
import styles from './dashboard.module.css'
import { FigureLine } from './home/figure-line.tsx'
import { NowPanel } from './home/now-panel.tsx'

const UnfinishedCompanies = lazyPart(
  async () => (await import('../company/set-up/unfinished-companies.tsx')).UnfinishedCompanies,
)
const FirstCompany = lazyPart(
  async () => (await import('../company/set-up/first-company.tsx')).FirstCompany,
)

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000

/** The platform: the day over all companies with payouts by day, what must be done, companies by purchases and status; before the first company what to begin with. */
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
  const [companies, day] = [true, false].map((are) =>
    tiles?.filter(({ key }) => key.startsWith('companies_') === are),
  )
  return (
    <Page title="Обзор">
      {isBeginning && <UnfinishedCompanies />}
      <div className={styles['home']} data-waits={tiles ? undefined : ''}>
        <div data-half data-section="day">
          <Panel title={`Все компании ${day?.[0]?.period ?? ''}`}>
            <FigureLine tiles={day ?? []} noteOf={differenceOf} />
            <div className={styles['drawn']}>{payouts && <SeriesChart series={payouts} />}</div>
          </Panel>
        </div>
        <div data-half data-section="matters">
          <AttentionList attention={attention} />
        </div>
        <div data-half data-section="turnover">
          {turnover ? (
            <SeriesChart series={turnover} />
          ) : (
            <Panel title="Закупки по компаниям">{null}</Panel>
          )}
        </div>
        <div data-half data-section="figures">
          <NowPanel title="Компании" tiles={companies} retry={() => void board.refetch()} />
        </div>
      </div>
      {!isBeginning && <UnfinishedCompanies />}
    </Page>
  )
}

const differenceOf = ({ value, previous, previous_period: than }: Tile) =>
  than === null ? undefined : differenceText(value, previous, than)
