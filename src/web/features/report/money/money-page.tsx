import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { moneyFlow, type MoneyGroup } from '#contract/payment/money-flow.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { parseDay } from '#web/ui/inputs/parse-day.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { AttentionList } from '../dashboard-parts.tsx'
import { MoneyChart } from './money-chart.tsx'
import { MoneyLimits } from './money-limits.tsx'
import { presetPeriods, readChoice, type MoneyChoice } from './money-period.ts'
import { MoneyTable } from './money-table.tsx'
import styles from './money.module.css'

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000

/** The money of a period: what needs a person, what limits allow, what waits, left, came back and was refused. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const choice = readChoice(params)
  const { from, until, by } = choice
  const change = (part: Partial<MoneyChoice>) => {
    const next = { ...choice, ...part }
    setParams(
      // Another period is told in its own way until a group is chosen.
      { from: next.from, to: next.until, ...((part.by ?? params.get('by')) && { by: next.by }) },
      { replace: true },
    )
  }
  const flow = useCall(
    moneyFlow.getMoneyFlow,
    { query: { filter: { by, date_from: from, date_to: until } } },
    { every: MINUTE_MS, keep: true },
  )
  // A period that is refused is said under its field; the screen stays.
  const problem = flow.error?.fields?.['filter.date_from']
  if (flow.error && !flow.data && !problem) throw flow.error
  return (
    <Page
      title="Деньги"
      actions={
        <Button component={Link} to={`${paths.createPayment}?day`} variant="default">
          Оплатить день
        </Button>
      }
    >
      {flow.data || problem ? (
        <>
          <div className={styles['top']}>
            <AttentionList attention={flow.data?.attention} />
            <MoneyLimits limits={flow.data?.limits} />
          </div>
          <Period choice={choice} change={change} problem={problem} />
          <div className={styles['stack']} aria-busy={flow.stale}>
            {flow.data && (
              <>
                <MoneyChart flow={flow.data} />
                <MoneyTable flow={flow.data} />
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

const GROUPS: readonly (readonly [MoneyGroup, string])[] = [
  ['day', 'По дням'],
  ['bank', 'По банкам'],
  ['method', 'По способам'],
]

interface PeriodProps {
  choice: MoneyChoice
  change: (part: Partial<MoneyChoice>) => void
  problem: string | undefined
}

function Period({ choice: { from, until, by }, change, problem }: PeriodProps) {
  // A press of a button replaces what is half typed in the fields too.
  const [begun, setBegun] = useState(0)
  const begin = (part: Partial<MoneyChoice>) => {
    change(part)
    setBegun(begun + 1)
  }
  const isDay = (value: string | null): value is string =>
    value !== null && parseDay(value, today()) === value
  return (
    <div className={styles['period']}>
      <div role="group" aria-label="Период">
        {presetPeriods().map((one) => {
          const isOn = one.from === from && one.until === until
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
        {GROUPS.map(([group, label]) => (
          <Button
            key={group}
            variant={group === by ? 'filled' : 'default'}
            aria-pressed={group === by}
            onClick={() => change({ by: group })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
