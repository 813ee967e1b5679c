import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { paths } from '#contract/screen-paths.ts'
import { plural, today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { parseDay } from '#web/ui/inputs/parse-day.ts'
import { Page } from '#web/ui/layout/page.tsx'
import styles from '../payment.module.css'
import { DayPlan } from './day-plan.tsx'
import { DayProgress } from './day-progress.tsx'
import own from './pay-day.module.css'
import type { DayFilter } from './use-day-plan.ts'
import { useDayRun } from './use-day-run.ts'

interface Choice {
  from: string | null
  until: string | null
  /** Acts that were chosen in their list: instead of days. */
  actIds?: string[] | undefined
}

/** All unpaid acts of days as payments by supplier: what is wrong of each, totals per account, one PIN, and what became of it. */
export function PayDay() {
  const { state } = useLocation()
  const [choice, setChoice] = useState<Choice>(() => ({
    from: today(),
    until: today(),
    actIds: chosenActs(state),
  }))
  // A press of a button replaces what is half typed in the fields too.
  const [begun, setBegun] = useState(0)
  const control = useDayRun()
  const { from, until, actIds } = choice
  const filter = filterOf(choice)
  const begin = (day: string | null) => {
    setChoice({ from: day, until: day })
    setBegun(begun + 1)
  }
  const isTurned = filter === undefined && isDay(from) && isDay(until)
  return (
    <Page
      title="Оплатить день"
      actions={
        <Button component={Link} to={paths.createPayment} variant="default">
          По одному поставщику
        </Button>
      }
    >
      {control.run ? (
        <DayProgress control={control} run={control.run} />
      ) : (
        <>
          <div className={own['period']}>
            <Button variant="default" onClick={() => begin(today())}>
              Сегодня
            </Button>
            <Button variant="default" onClick={() => begin(null)}>
              За всё время
            </Button>
            {actIds ? (
              <p>Выбрано: {plural(actIds.length, 'акт', 'акта', 'актов')}</p>
            ) : (
              <Fragment key={begun}>
                <DateInput
                  label="Акты с"
                  value={from}
                  onChange={(value) => setChoice({ from: value, until })}
                />
                <DateInput
                  label="по"
                  value={until}
                  error={isTurned && 'Последний день раньше первого'}
                  onChange={(value) => setChoice({ from, until: value })}
                />
              </Fragment>
            )}
          </div>
          {filter ? (
            <DayPlan key={JSON.stringify(filter)} filter={filter} start={control.start} />
          ) : (
            <p className={styles['dimmed']}>Исправьте дни, и здесь появится, кому заплатить.</p>
          )}
        </>
      )}
    </Page>
  )
}

const isDay = (value: string | null) => value === null || parseDay(value, today()) === value

/** Undefined while the days are not such as acts could have. */
function filterOf({ from, until, actIds }: Choice): DayFilter | undefined {
  if (actIds) return { act_ids: actIds }
  if (!isDay(from) || !isDay(until) || (from && until && from > until)) return undefined
  return { ...(from && { date_from: from }), ...(until && { date_to: until }) }
}

/** What the list of acts hands over; it lies in the browser's history and outlives a reload. */
function chosenActs(state: unknown): string[] | undefined {
  if (typeof state !== 'object' || state === null || !('act_ids' in state)) return undefined
  const { act_ids: ids } = state
  return Array.isArray(ids) && ids.length > 0 ? ids.map(String) : undefined
}
