import { parseDay } from './parse-day.ts'

/**
 * Parses a typed moment → `YYYY-MM-DDTHH:mm` in the company's local time: «21.11.2026 14:05», «21.11 1405», «вчера 9:30», «14:05»
 * of today; undefined when day or time is missing or does not exist.
 */
export function parseDateTime(typed: string, today: string): string | undefined {
  const [, dayText, timeText] = /^(?:(.*\S)[\s,]+)?(\S+)$/.exec(typed.trim()) ?? []
  const clock = timeText && parseTime(timeText)
  if (!clock) return undefined
  const day = dayText === undefined ? today : parseDay(dayText.replace(/,$/, ''), today)
  // «21.11» alone may be a day as well as a time.
  if (!day || (dayText === undefined && !timeText.includes(':'))) return undefined
  return `${day}T${clock}`
}

/** A typed time → `HH:mm`: «21:30», «21.30», «2130», «9:30», «930»; undefined when there is none such. */
export function parseTime(text: string): string | undefined {
  const [, hours, minutes] =
    /^(\d{1,2})[:.,-](\d{2})$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}
