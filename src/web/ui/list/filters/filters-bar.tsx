import { Button } from '@mantine/core'
import { Search, X, CalendarDays } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { statusAppearance } from '../../feedback/status.ts'
import { isNarrowed, type ListState } from '../address/list-address.ts'
import { lazyComponent } from '../../../lazy-component.tsx'
import { useIsLeaving } from '../../../router/hooks.ts'
import styles from './filters.module.css'
import type { ListFilter, ListStatuses, StatusFigure } from '../list-types.ts'
import { FoldedChoices } from '../lazy-list-parts.tsx'
import { count, day, today } from '../../format.ts'
import { presets } from './period-presets.ts'
import { AppPopover } from '../../dialogs/app-popover.tsx'

const FilterChoices = lazyComponent(
  async () => (await import('./filter-choices.tsx')).FilterChoices,
  Places,
)

interface FiltersBarProps {
  state: ListState
  change: (part: Partial<ListState>, options?: { replace?: boolean }) => void
  reset: () => void
  statuses: ListStatuses | undefined
  figures: readonly StatusFigure[] | undefined
  isCounting: boolean
  period: boolean
  filters: ListFilter[]
  search: string
  /** Enter and ↓ in the search field go to the rows. */
  leave: () => void
  /** On a phone: actions on the whole list, together with the filters behind one button. */
  more: ReactNode
}

/** Search, period, statuses and the list's own filters; every active filter is visible and can be removed at once. */
export function FiltersBar(props: FiltersBarProps) {
  const { state, change, more } = props
  return (
    <div className={styles['bar']} role="search">
      <SearchField
        value={state.q}
        label={props.search}
        change={(q) => change({ q }, { replace: true })}
        leave={props.leave}
      />
      {more ? (
        <FoldedChoices narrowed={isNarrowed(state)}>
          <Choices {...props} />
          {more}
        </FoldedChoices>
      ) : (
        <Choices {...props} />
      )}
    </div>
  )
}

function Choices(props: FiltersBarProps) {
  const { state, change, reset, statuses, figures, isCounting, period, filters } = props
  const drawn = filters.filter(({ options }) => options.length > 0)
  return (
    <>
      {period && <PeriodFilter from={state.from} to={state.to} change={change} />}
      {drawn.length > 0 && <FilterChoices filters={drawn} own={state.own} change={change} />}
      <Button
        className={styles['reset'] ?? ''}
        data-idle={!isNarrowed(state) || undefined}
        variant="subtle"
        leftSection={<X size={14} aria-hidden />}
        onClick={reset}
      >
        Сбросить
      </Button>
      {statuses && (
        <StatusChips
          statuses={statuses}
          figures={figures}
          isCounting={isCounting}
          chosen={state.status}
          choose={(status) => change({ status })}
        />
      )}
    </>
  )
}

interface StatusChipsProps {
  statuses: ListStatuses
  figures: readonly StatusFigure[] | undefined
  isCounting: boolean
  chosen: readonly string[]
  choose: (chosen: string[]) => void
}

/** Each with its rows and what they come to; one without any is left out once that is known, on a phone it keeps its place. */
function StatusChips({ statuses, figures, isCounting, chosen, choose }: StatusChipsProps) {
  const of = (status: string) => figures?.find((figure) => figure.status === status)
  const isEmpty = (status: string) => figures && !chosen.includes(status) && !of(status)?.count
  const toggle = (status: string) =>
    choose(
      chosen.includes(status) ? chosen.filter((other) => other !== status) : [...chosen, status],
    )
  return (
    <div
      className={`${styles['chips']} ${styles['statuses']}`}
      role="group"
      aria-label="Статус"
      data-waits={isCounting || undefined}
    >
      {statuses.values.map((status) => (
        <button
          key={status}
          type="button"
          className={styles['chip']}
          data-empty={isEmpty(status) || undefined}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          {statusAppearance(statuses.kind, status).label}
          {figures && <Figure {...{ count: 0, sum: 0, ...of(status) }} show={statuses.sum} />}
        </button>
      ))}
    </div>
  )
}

interface FigureProps {
  count: number
  sum: number
  show: ListStatuses['sum']
}

function Figure({ count: rows, sum, show }: FigureProps) {
  return (
    <>
      {' '}
      <b>{count(rows)}</b>
      {show && sum > 0 && <small> · {show(sum)}</small>}
    </>
  )
}

const PeriodChoice = lazyComponent(async () => (await import('./filter-choices.tsx')).PeriodChoice)

interface PeriodFilterProps {
  from: string
  to: string
  change: (part: { from: string; to: string }) => void
}

/** Presets and two typed dates; both ends are included. */
function PeriodFilter({ from, to, change }: PeriodFilterProps) {
  const [open, setOpen] = useState(false)
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      target={
        <Button
          className={styles['period'] ?? ''}
          justify="flex-start"
          variant="default"
          leftSection={<CalendarDays size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {periodText(from, to)}
        </Button>
      }
    >
      <PeriodChoice from={from} to={to} change={change} close={() => setOpen(false)} />
    </AppPopover>
  )
}

function periodText(from: string, to: string): string {
  if (!from && !to) return 'За всё время'
  const preset = presets(today()).find((one) => one.from === from && one.to === to)
  if (preset) return preset.label
  if (from === to) return day(from)
  return [from && `с ${day(from)}`, to && `по ${day(to)}`].filter(Boolean).join(' ')
}

/** Reserves the space of the filters until they have loaded, so that nothing moves. */
function Places({ filters }: { filters: ListFilter[] }) {
  return filters.map(({ key, label }) => (
    <span key={key} className={styles['filterPlace']} aria-hidden>
      {label}
    </span>
  ))
}

interface SearchFieldProps {
  value: string
  label: string
  change: (value: string) => void
  leave: () => void
}

/** The list is requested this long after the last key. */
const PAUSE_MS = 200

function SearchField({ value, label, change, leave }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState<string>()
  // The address changed by Back, a link or «Сбросить»: the field follows it. What was typed here stays, with its selection.
  if (known !== value) {
    setKnown(value)
    setSent(undefined)
    if (value !== sent) setText(value)
  }
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (text === known || isLeaving) return undefined
    const timer = setTimeout(() => {
      setSent(text)
      latest.current(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, known, isLeaving])
  return (
    <div className={styles['search']}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        title={`${label} ( / )`}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.code !== 'Enter' && event.code !== 'ArrowDown') return
          event.preventDefault()
          leave()
        }}
      />
    </div>
  )
}
