import { OLD_DIRECTORY_DAYS } from '#contract/bank/bik-directory.ts'
import { russianDay } from '#contract/words/russian-day.ts'

// ED807 came in July 2018; what calls itself older is not one.
const FIRST_DAY = '2018-07-01'
// The directory of the next business day comes out the evening before: over the holidays of the new year that is eleven days.
const DAYS_AHEAD = 14
const DAY_MS = 86_400_000

/** Why no directory can be of such a day; nothing when it can. `today` is that of the database. */
export function directoryDayProblem(day: string, today: string): string | undefined {
  if (day < FIRST_DAY)
    return `Справочник на ${russianDay(day)}: такого быть не может, ED807 выходит с 2018 года`
  if (isAhead(day, today))
    return (
      `Справочник на ${russianDay(day)}, а сегодня ${russianDay(today)}: такого дня ещё не было. ` +
      'Скачайте действующий с сайта Банка России'
    )
  return undefined
}

/** The warning that an old directory is incomplete; none for one that is younger than thirty days. */
export function oldDirectoryWarning(day: string, today: string): string | undefined {
  const age = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS)
  if (age < OLD_DIRECTORY_DAYS) return undefined
  return `Справочник БИК на ${russianDay(day)}, ему ${age} дн.: новых и закрытых банков он не знает`
}

/** True when the directory is dated later than today at the Bank of Russia. */
export function isAhead(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) > DAYS_AHEAD * DAY_MS
}
