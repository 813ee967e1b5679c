import { Select, Button } from '@mantine/core'
import type { ListState } from '../address/list-address.ts'
import type { ListFilter } from '../list-types.ts'
import { today } from '../../format.ts'
import { DateInput } from '../../inputs/date-input.tsx'
import styles from '../list.module.css'
import { presets } from './period-presets.ts'

export interface FilterChoicesProps {
  filters: ListFilter[]
  own: ListState['own']
  change: (part: Partial<ListState>) => void
}

/** The list's own filters; their choices are heavier than the list itself, so they load after the rows. */
export function FilterChoices({ filters, own, change }: FilterChoicesProps) {
  return filters.map((filter) => (
    <Select
      key={filter.key}
      aria-label={filter.label}
      placeholder={filter.whenNone?.label ?? filter.label}
      data={filter.options}
      value={own[filter.key] ?? null}
      clearable
      clearButtonProps={{ 'aria-label': `Убрать отбор: ${filter.label}` }}
      w={156}
      onChange={(value) => change({ own: withOwn(own, filter.key, value) })}
    />
  ))
}

function withOwn(own: Record<string, string>, key: string, value: string | null) {
  const { [key]: _, ...rest } = own
  return value ? { ...rest, [key]: value } : rest
}

interface PeriodChoiceProps {
  from: string
  to: string
  change: (part: { from: string; to: string }) => void
  close: () => void
}

/** Presets and two typed dates: a range in one field cannot be typed. */
export function PeriodChoice({ from, to, change, close }: PeriodChoiceProps) {
  const choose = (period: { from: string; to: string }) => {
    change(period)
    close()
  }
  const set = (part: { from?: string | null; to?: string | null }) => {
    const next = { from, to, ...part }
    const isWholeDay = (value: string | null) => !value || /^\d{4}-\d{2}-\d{2}$/.test(value)
    if (isWholeDay(next.from) && isWholeDay(next.to))
      change({ from: next.from ?? '', to: next.to ?? '' })
  }
  return (
    <>
      <div className={styles['presets']}>
        {presets(today()).map(({ label, ...period }) => (
          <Button key={label} variant="default" onClick={() => choose(period)}>
            {label}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => choose({ from: '', to: '' })}>
          За всё время
        </Button>
      </div>
      <div className={styles['dates']}>
        <DateInput label="С" value={from || null} onChange={(value) => set({ from: value })} />
        <DateInput label="По" value={to || null} onChange={(value) => set({ to: value })} />
      </div>
    </>
  )
}
