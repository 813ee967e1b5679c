/** Years of two digits: up to this many years ahead belong to this century (birth dates are older). */
const AHEAD = 10

/**
 * Parses a typed day → `YYYY-MM-DD`: «21112026», «21.11.26», «21.11», «21», «сегодня», «вчера»; undefined when it is no day.
 * `today` is the company's day, `YYYY-MM-DD`.
 */
export function parseDay(typed: string, today: string): string | undefined {
  const text = typed.trim().toLocaleLowerCase('ru')
  if (text === 'сегодня') return today
  if (text === 'вчера') return shiftDay(today, -1)
  if (text === 'завтра') return shiftDay(today, 1)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [day, month, year] = parts(text)
  if (day === undefined) return undefined
  const [thisYear, thisMonth] = today.split('-').map(Number) as [number, number, number]
  return existing(
    wholeYear(year, thisYear),
    month === undefined ? thisMonth : Number(month),
    Number(day),
  )
}

function parts(text: string): (string | undefined)[] {
  const found =
    /^(\d{1,2})(?:[.,/\s-](\d{1,2})(?:[.,/\s-](\d{4}|\d{2}))?)?\.?$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(text)
  return found ? found.slice(1, 4) : []
}

function wholeYear(year: string | undefined, thisYear: number): number {
  if (year === undefined) return thisYear
  if (year.length === 4) return Number(year)
  const century = thisYear - (thisYear % 100)
  const near = century + Number(year)
  return near > thisYear + AHEAD ? near - 100 : near
}

function existing(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const holds = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
  return holds ? date.toISOString().slice(0, 10) : undefined
}

/** A day moved by whole days. */
export function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
