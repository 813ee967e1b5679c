import { serverNow } from '../server-clock.ts'
import { day, today, wallTime } from '../format.ts'
import type { FieldProps } from './field-props.ts'
import { parseDateTime } from './parse-date-time.ts'
import { DateTextInput } from './date-text-input.tsx'

/**
 * A moment in the company's local time, `YYYY-MM-DDTHH:mm` (`instantOf` makes an instant of it): typed («21.11 14:05», «вчера
 * 9:30», «14:05») or its day picked.
 */
export function DateTimeInput(field: FieldProps<string>) {
  const { value } = field
  return (
    <DateTextInput
      {...field}
      placeholder={field.placeholder ?? 'дд.мм.гггг чч:мм'}
      parse={(typed) => parseDateTime(typed, today())}
      show={valueText}
      withDay={(picked) => `${picked}T${clockOf(value) ?? wallTime(serverNow()).slice(11)}`}
      wrongText="Такого времени нет: напишите день и время, например 21.11 14:05"
    />
  )
}

function valueText(value: string): string {
  const clock = clockOf(value)
  return clock ? `${day(value.slice(0, 10))} ${clock}` : value
}

const clockOf = (value: string | null | undefined) => /T(\d\d:\d\d)$/.exec(value ?? '')?.[1]
