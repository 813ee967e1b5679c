import type { MoneyStage } from '#contract/payment/money-flow.ts'
import { BarChart, LineChart } from '#web/ui/charts/lazy-charts.tsx'
import { day, money } from '#web/ui/format.ts'
import { rowTitle, stageTitles, type MoneyFlow } from './money-table.tsx'

const LINES: readonly MoneyStage[] = ['paid', 'returned', 'rejected']
/** «21.11»: a month of days has no room for years. */
const DAY_AND_MONTH = 5

/** Days as lines of what left, came back and was refused; banks and methods as rows of what left. One alone is in the table. */
export function MoneyChart({ flow: { by, rows } }: { flow: MoneyFlow }) {
  if (by === 'day' && rows.length > 1)
    return (
      <LineChart
        title="Деньги по дням"
        format={money}
        label={(x) => day(x).slice(0, DAY_AND_MONTH)}
        lines={LINES.map((stage) => ({
          name: stageTitles[stage],
          points: rows.map(({ key, sums }) => ({ x: key, y: sums[stage].amount_kop })),
        }))}
      />
    )
  const gone = rows.filter(({ sums }) => sums.paid.amount_kop > 0)
  if (gone.length < 2) return null
  return (
    <BarChart
      title="Ушло"
      unit="Сумма"
      horizontal
      format={money}
      bars={gone.map((row) => ({ label: rowTitle(by, row), value: row.sums.paid.amount_kop }))}
    />
  )
}
