import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { day, today } from '../format.ts'
import type { FieldProps } from './field-props.ts'
import { parseDay } from './parse-day.ts'

const Calendar = lazy(() => import('./calendar.tsx'))

/** A day `YYYY-MM-DD`, typed («21112026», «21.11», «вчера») or picked; other text stays and is refused. */
export function DateInput({ value, onChange, error, ...field }: FieldProps<string>) {
  const [text, setText] = useState<string>()
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const wrong = text !== undefined && text.trim() !== '' && !parseDay(text, today())
  const type = (next: string) => {
    setText(next)
    setLeft(false)
    onChange?.(next.trim() === '' ? null : (parseDay(next, today()) ?? next))
  }
  const pick = (picked: string) => {
    setText(undefined)
    setOpen(false)
    onChange?.(picked)
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TextInput
          {...field}
          autoComplete="off"
          placeholder={field.placeholder ?? 'дд.мм.гггг'}
          value={text ?? (value ? day(value) : '')}
          error={wrong && (left || error) ? 'Такой даты нет: напишите день, месяц и год' : error}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={(event) => {
            if (!wrong) setText(undefined)
            setLeft(true)
            field.onBlur?.(event)
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              tabIndex={-1}
              aria-label="Открыть календарь"
              aria-haspopup="dialog"
              aria-expanded={open}
              disabled={field.disabled ?? false}
              onClick={() => setOpen(!open)}
            >
              <CalendarDays size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label="Календарь">
        <Suspense fallback={null}>
          <Calendar value={isDay(value) ? value : null} pick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function isDay(value: string | null | undefined): value is string {
  return !!value && /^\d{4}-\d{2}-\d{2}$/.test(value)
}
