import { Button } from '@mantine/core'
import { Fragment, useState, type ReactNode } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import type { PlatformMoneyGroup, MoneyStage } from '#contract/payment/money-flow.ts'
import type { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { today, day, money, plural } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { parseDay } from '#web/ui/inputs/parse-day.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { AttentionList } from '../dashboard-parts.tsx'
import { presetPeriods, readChoice, type MoneyChoice } from './money-period.ts'
import {
  MoneyTable,
  rowTitle,
  stageTitles,
  type MoneyFlow,
  type MoneyLinks,
} from './money-table.tsx'
import styles from './money.module.css'
import { BarChart, LineChart } from '#web/ui/charts/lazy-charts.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'

/** screens.md 12: read again every minute while visible. */
export const MINUTE_MS = 60_000

/** The choice of the address; another period is told in its own way until a group is chosen. */
export function useMoneyChoice(groups: readonly PlatformMoneyGroup[]) {
  const [params, setParams] = useSearchParams()
  const choice = readChoice(params, groups)
  const change = (part: Partial<MoneyChoice>) => {
    const next = { ...choice, ...part }
    const company = params.get('company')
    setParams(
      {
        from: next.from,
        to: next.until,
        ...((part.by ?? params.get('by')) && { by: next.by }),
        ...(company && { company }),
      },
      { replace: true },
    )
  }
  return { choice, change }
}

interface MoneyScreenProps extends MoneyLinks, ReturnType<typeof useMoneyChoice> {
  title: string
  actions?: ReactNode
  groups: readonly PlatformMoneyGroup[]
  flow: Pick<ReturnType<typeof useCall>, 'error' | 'stale'> & { data: MoneyFlow | undefined }
}

/** The money of a period: what needs a person, what limits allow, what waits, left, came back and was refused. */
export function MoneyScreen(props: MoneyScreenProps) {
  const { title, actions, groups, flow, choice, change, sumAt, rowAt } = props
  const { data } = flow
  // A period that is refused is said under its field; the screen stays.
  const problem = flow.error?.fields?.['filter.date_from']
  if (flow.error && !data && !problem) throw flow.error
  return (
    <Page title={title} actions={actions}>
      {data || problem ? (
        <>
          <div className={styles['top']}>
            <AttentionList attention={data?.attention} />
            {data?.limits.length !== 0 && <MoneyLimits limits={data?.limits} />}
          </div>
          <Period choice={choice} groups={groups} change={change} problem={problem} />
          <div className={styles['stack']} aria-busy={flow.stale}>
            {data && (
              <>
                <MoneyChart flow={data} />
                <MoneyTable flow={data} sumAt={sumAt} rowAt={rowAt} />
              </>
            )}
          </div>
        </>
      ) : (
        // What the matters and limits take is known with the first answer: nothing below them moves then.
        <Waiting />
      )}
    </Page>
  )
}

/** Less than a fifth left is told as the matter of the day is. */
const isNearlyUsed = ({ cap_kop, left_kop }: MoneyFlow['limits'][number]) =>
  cap_kop > 0 && left_kop <= cap_kop / 5

/** What the limits of the company and of its agreements still allow now. */
function MoneyLimits({ limits }: { limits: MoneyFlow['limits'] | undefined }) {
  return (
    <Panel title="Осталось по пределам">
      <ul className={styles['limits']}>
        {limits?.map((limit) => (
          <li
            key={`${limit.bank_config_id} ${limit.period}`}
            data-tone={isNearlyUsed(limit) ? 'orange' : undefined}
          >
            <span>
              {limit.title} <small>{limit.period === 'day' ? 'на сегодня' : 'на этот месяц'}</small>
            </span>
            <span>
              <b>{money(limit.left_kop)}</b> <small>из {money(limit.cap_kop)}</small>
              {limit.left_count !== null && (
                <small>, ещё {plural(limit.left_count, 'выплата', 'выплаты', 'выплат')}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const LINES: readonly MoneyStage[] = ['paid', 'returned', 'rejected']
/** «21.11»: a month of days has no room for years. */
const DAY_AND_MONTH = 5

/** Days as lines of what left, came back and was refused; banks and methods as rows of what left. One alone is in the table. */
function MoneyChart({ flow: { by, rows } }: { flow: MoneyFlow }) {
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

const GROUP_LABELS: Record<PlatformMoneyGroup, string> = {
  company: 'По компаниям',
  day: 'По дням',
  bank: 'По банкам',
  method: 'По способам',
}

interface PeriodProps {
  choice: MoneyChoice
  groups: readonly PlatformMoneyGroup[]
  change: (part: Partial<MoneyChoice>) => void
  problem: string | undefined
}

function Period({ choice: { from, until, by }, groups, change, problem }: PeriodProps) {
  // A press of a button replaces what is half typed in the fields too.
  const [begun, setBegun] = useState(0)
  const begin = (part: Partial<MoneyChoice>) => {
    change(part)
    setBegun(begun + 1)
  }
  const periods = presetPeriods()
  // On a Monday the week is the day as well.
  const chosen = periods.find((one) => one.from === from && one.until === until)
  const isDay = (value: string | null): value is string =>
    value !== null && parseDay(value, today()) === value
  return (
    <div className={styles['period']}>
      <div role="group" aria-label="Период">
        {periods.map((one) => {
          const isOn = one === chosen
          return (
            <Button
              key={one.label}
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => begin({ from: one.from, until: one.until })}
            >
              {one.label}
            </Button>
          )
        })}
      </div>
      <Fragment key={begun}>
        <DateInput
          label="с"
          value={from}
          error={problem}
          onChange={(value) => isDay(value) && change({ from: value })}
        />
        <DateInput
          label="по"
          value={until}
          onChange={(value) => isDay(value) && change({ until: value })}
        />
      </Fragment>
      <div role="group" aria-label="Как показать">
        {groups.map((group) => (
          <Button
            key={group}
            variant={group === by ? 'filled' : 'default'}
            aria-pressed={group === by}
            onClick={() => change({ by: group })}
          >
            {GROUP_LABELS[group]}
          </Button>
        ))}
      </div>
    </div>
  )
}
