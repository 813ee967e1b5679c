// Days are texts `YYYY-MM-DD`: the order of such texts is the order of the days, and no time zone
// interferes.
// Narrow enough that no day leads beyond the years of four digits: old bases write 0000-00-00 for an unknown one.
const DAY = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** The calendar of the platform: days and times that belong to no company. */
export const PLATFORM_ZONE = 'Europe/Moscow'

/** True for a calendar day `YYYY-MM-DD` that exists. */
export function isDay(value: string): boolean {
  // Every month has 28 days.
  return DAY.test(value) && (value.slice(8) <= '28' || shift(value, 0, 0) === value)
}

/** The day on which a person reaches an age; a person born on 29 February reaches it on 1 March in other years. */
export function birthdayAt(birth: string, years: number): string {
  return shift(birth, years, 0)
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return shift(day, 0, days)
}

/** Whole years of age on a day; negative before the birth. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  // As texts: a person born on 29 February is not yet older on the 28th, and is on 1 March.
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

function shift(day: string, years: number, days: number): string {
  const [, y, m, d] = DAY.exec(day) ?? []
  const date = new Date(0)
  // setUTCFullYear, unlike Date.UTC, does not take the years 0–99 for 1900–1999.
  date.setUTCFullYear(Number(y) + years, Number(m) - 1, Number(d) + days)
  const year = date.getUTCFullYear()
  if (Number.isNaN(year)) throw new RangeError(`Not a day: ${day}`)
  // A typed year may be any: what lies beyond is later, or earlier, than each day that it is compared with.
  if (year > 9999) return '9999-12-31'
  if (year < 0) return '0000-01-01'
  return `${String(year).padStart(4, '0')}-${date.toISOString().slice(-19, -14)}`
}
