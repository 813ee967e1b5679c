import { day, today } from '../format.ts'
import type { FieldProps } from './field-props.ts'
import { parseDay } from './parse-day.ts'
import { DateTextInput } from './date-text-input.tsx'

/** A day `YYYY-MM-DD`, typed («21112026», «21.11», «вчера») or picked; other text stays and is refused. */
export function DateInput(field: FieldProps<string>) {
  return (
    <DateTextInput
      {...field}
      placeholder={field.placeholder ?? 'дд.мм.гггг'}
      parse={(typed) => parseDay(typed, today())}
      show={day}
      withDay={(picked) => picked}
      wrongText="Такой даты нет: напишите день, месяц и год"
    />
  )
}
