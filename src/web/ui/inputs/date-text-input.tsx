import { ActionIcon, TextInput } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { lazyComponent } from '../../lazy-component.tsx'
import type { FieldProps } from './field-props.ts'
import { AppPopover } from '../dialogs/app-popover.tsx'

const Calendar = lazyComponent(async () => (await import('./calendar.tsx')).default)

interface DateTextInputProps extends FieldProps<string> {
  /** Parses the typed text; undefined = no date. */
  parse: (typed: string) => string | undefined
  show: (value: string) => string
  /** Combines a day of the calendar with the present value. */
  withDay: (day: string) => string
  /** The message for a text that is no date. */
  wrongText: string
}

/** A date that is typed in a usual form or picked; another text stays and is refused. */
export function DateTextInput(props: DateTextInputProps) {
  const { value, onChange, error, parse, show, withDay, wrongText, ...field } = props
  const [text, setText] = useState<string>()
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const wrong = text !== undefined && text.trim() !== '' && !parse(text)
  const type = (next: string) => {
    setText(next)
    setLeft(false)
    onChange?.(next.trim() === '' ? null : (parse(next) ?? next))
  }
  const pick = (picked: string) => {
    setText(undefined)
    setOpen(false)
    onChange?.(withDay(picked))
  }
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      withRoles={false}
      box={{ p: 'sm', role: 'dialog', 'aria-label': 'Календарь' }}
      target={
        <TextInput
          {...field}
          autoComplete="off"
          value={text ?? (value ? show(value) : '')}
          error={wrong && (left || error) ? wrongText : error}
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
      }
    >
      <Calendar value={dayOf(value)} pick={pick} />
    </AppPopover>
  )
}

function dayOf(value: string | null | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0] ?? null
}
