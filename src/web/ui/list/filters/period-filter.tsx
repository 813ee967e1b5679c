import { Button } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { day, today } from '../../format.ts'
import styles from '../list.module.css'
import { presets } from './period-presets.ts'
import { AppPopover } from '../../dialogs/app-popover.tsx'

const PeriodChoice = lazy(async () => ({
  default: (await import('./period-choice.tsx')).PeriodChoice,
}))

interface PeriodFilterProps {
  from: string
  to: string
  change: (part: { from: string; to: string }) => void
}

/** Presets and two typed dates; both ends are included. */
export function PeriodFilter({ from, to, change }: PeriodFilterProps) {
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
