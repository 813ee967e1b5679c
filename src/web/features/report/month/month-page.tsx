import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useSearchParams } from '#web/router/hooks.ts'
import { monthShown } from '#contract/report/month-shown.ts'
import type { CompanyMonth } from '#contract/report/month.ts'
import { report } from '#contract/report/report.ts'
import { useCall } from '#web/api/use-call.ts'
import { StackedChart } from '#web/ui/charts/lazy-charts.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day, today } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { FORMATS } from '../dashboard-parts.tsx'
import { shortLabel, wholeTonnes } from '../home/purchases-panel.tsx'
import { Days, Figures, Metals, Suppliers, Unusual } from './month-panels.tsx'
import styles from './month.module.css'

const MINUTE_MS = 60_000
const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/

/** One month of the company on one page, beside the month before; each figure leads to its records. */
export function Component() {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('month') ?? ''
  const month = MONTH.test(asked) ? asked : monthShown(today()).month
  const { data, error, stale } = useCall(
    report.getMonth,
    { query: { month } },
    { every: MINUTE_MS, keepPrevious: true },
  )
  const keyOf = useHotkeyNames()
  const print = () => window.print()
  useKeys([{ hotkey: 'print', label: 'Печать', run: print }])
  if (error && !data) throw error
  if (!data) return <Waiting />
  const turn = (by: 1 | -1) => setAddress({ month: monthBeside(data.month, by) })
  return (
    <Page
      title={`Месяц: ${monthName(data.month)}`}
      beside={data.is_running && <span className={styles['note']}>{runningText(data)}</span>}
      actions={
        <div className={styles['actions']}>
          <Button
            variant="default"
            aria-label="Предыдущий месяц"
            title={monthName(monthBeside(data.month, -1))}
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <Button
            variant="default"
            aria-label="Следующий месяц"
            title={data.is_running ? 'Этот месяц ещё идёт' : monthName(monthBeside(data.month, 1))}
            disabled={data.is_running}
            onClick={() => turn(1)}
          >
            <ChevronRight size={16} aria-hidden />
          </Button>
          <Button
            variant="default"
            title={keyOf('print')}
            leftSection={<Printer size={16} aria-hidden />}
            onClick={print}
          >
            Печать
          </Button>
        </div>
      }
    >
      <div className={styles['month']} aria-busy={stale}>
        <Figures tiles={data.figures} />
        <div className={styles['pair']}>
          <div className={styles['stack']}>
            <StackedChart
              title="Принято по дням"
              format={FORMATS[data.chart.unit]}
              axis={wholeTonnes}
              label={shortLabel}
              layers={data.chart.lines}
            />
            <Days days={data.days} />
          </div>
          <div className={styles['stack']}>
            <Metals metals={data.metals} />
            <Unusual tiles={data.unusual} />
            {data.suppliers && <Suppliers suppliers={data.suppliers} />}
          </div>
        </div>
      </div>
    </Page>
  )
}

/** Until when it has come, and what it is compared with. */
function runningText({ date_to, figures: [figure] }: CompanyMonth): string {
  const than = figure?.previous_period
  return than ? `по ${day(date_to)}, рядом ${than}` : `по ${day(date_to)}`
}

function monthBeside(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** «ноябрь 2026». */
function monthName(month: string): string {
  const words = new Date(`${month}-01T00:00:00Z`).toLocaleDateString('ru-RU', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return words.replace(/\s*г\.$/, '')
}
