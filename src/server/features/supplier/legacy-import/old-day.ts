import { isDay } from '#contract/requisites/calendar.ts'

/** A day as old bases write it, `YYYY-MM-DD` or `DD.MM.YYYY` (domain.md 10), a midnight behind it ignored. */
export function oldDay(text: string): string | undefined {
  const bare = text.replace(/[ T]00:00(:00(\.0+)?)?$/, '')
  const russian = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(bare)
  const day = russian ? `${russian[3]}-${russian[2]}-${russian[1]}` : bare
  return isDay(day) && day >= '1900-01-01' ? day : undefined
}
