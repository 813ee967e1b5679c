import { Button } from '@mantine/core'
import { Search, X, CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { statusAppearance, type StatusKind } from '../../feedback/status.ts'
import { isNarrowed, type ListState } from '../address/list-address.ts'
import { useIsLeaving } from '../../../router/hooks.ts'
import styles from '../list.module.css'
import type { ListFilter } from '../list-types.ts'
import { FoldedChoices } from '../lazy-list-parts.tsx'
import { day, today } from '../../format.ts'
import { presets } from './period-presets.ts'
import { AppPopover } from '../../dialogs/app-popover.tsx'

const FilterChoices = lazy(async () => ({
  default: (await import('./filter-choices.tsx')).FilterChoices,
}))

interface FiltersBarProps {
  state: ListState
  change: (part: Partial<ListState>, options?: { replace?: boolean }) => void
  reset: () => void
  statuses: { kind: StatusKind; values: readonly string[] } | undefined
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

function Choices({ state, change, reset, statuses, period, filters }: FiltersBarProps) {
  const toggle = (status: string) =>
    change({
      status: state.status.includes(status)
        ? state.status.filter((other) => other !== status)
        : [...state.status, status],
    })
  const drawn = filters.filter(({ options }) => options.length > 0)
  return (
    <>
      {period && <PeriodFilter from={state.from} to={state.to} change={change} />}
      {drawn.length > 0 && (
        <Suspense fallback={<Places filters={drawn} />}>
          <FilterChoices filters={drawn} own={state.own} change={change} />
        </Suspense>
      )}
      {statuses && (
        <div className={styles['chips']} role="group" aria-label="Статус">
          {statuses.values.map((status) => (
            <button
              key={status}
              type="button"
              className={styles['chip']}
              aria-pressed={state.status.includes(status)}
              onClick={() => toggle(status)}
            >
              {statusAppearance(statuses.kind, status).label}
            </button>
          ))}
        </div>
      )}
      <Button
        className={styles['reset'] ?? ''}
        data-idle={!isNarrowed(state) || undefined}
        variant="subtle"
        leftSection={<X size={14} aria-hidden />}
        onClick={reset}
      >
        Сбросить
      </Button>
    </>
  )
}

const PeriodChoice = lazy(async () => ({
  default: (await import('./filter-choices.tsx')).PeriodChoice,
}))

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
      <Suspense fallback={null}>
        <PeriodChoice from={from} to={to} change={change} close={() => setOpen(false)} />
      </Suspense>
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
  // The address changed by Back, a link or «Сбросить»: the field follows it.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (text === known || isLeaving) return undefined
    const timer = setTimeout(() => {
      setKnown(text)
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
