import { Button, Popover } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { day, today } from '../format.ts'
import { DateInput } from '../inputs/date-input.tsx'
import { shifted } from '../inputs/parse-day.ts'
import styles from './list.module.css'

interface PeriodFilterProps {
  from: string
  to: string
  change: (part: { from: string; to: string }) => void
}

/** Presets and two typed dates; both ends are included. */
export function PeriodFilter({ from, to, change }: PeriodFilterProps) {
  const [open, setOpen] = useState(false)
  const choose = (period: { from: string; to: string }) => {
    change(period)
    setOpen(false)
  }
  const set = (part: { from?: string | null; to?: string | null }) => {
    const next = { from, to, ...part }
    const whole = (value: string | null) => !value || /^\d{4}-\d{2}-\d{2}$/.test(value)
    if (whole(next.from) && whole(next.to)) change({ from: next.from ?? '', to: next.to ?? '' })
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<CalendarDays size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {periodText(from, to)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  )
}

function presets(now: string) {
  const weekday = (new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7
  const [year, month] = now.split('-') as [string, string]
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')
  const yesterday = shifted(now, -1)
  return [
    { label: 'Сегодня', from: now, to: now },
    { label: 'Вчера', from: yesterday, to: yesterday },
    { label: 'Неделя', from: shifted(now, -weekday), to: now },
    { label: 'Месяц', from: `${year}-${month}-01`, to: now },
    { label: 'Квартал', from: `${year}-${quarter}-01`, to: now },
  ]
}

function periodText(from: string, to: string): string {
  if (!from && !to) return 'За всё время'
  const preset = presets(today()).find((one) => one.from === from && one.to === to)
  if (preset) return preset.label
  if (from === to) return day(from)
  return [from && `с ${day(from)}`, to && `по ${day(to)}`].filter(Boolean).join(' ')
}
