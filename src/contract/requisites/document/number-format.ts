import { showPlaceholders } from './placeholders.ts'

const YEAR = '{YYYY}'
const COUNTER = /\{N+\}/gu
const PLACE = /\{[^{}]*\}/gu
// The counter of any yard's year has fewer digits; wider runs would leave no room on paper and in a purpose.
const WIDEST = 9
// Lists, cards and payments carry so many characters of a number.
const LONGEST = 40
const BUSY = 9_999_999
// A number is printed, searched for, spoken and written into a bank's file of windows-1251.
const PLAIN = /^[0-9A-Za-zА-Яа-яЁё/. _№-]*$/u

/**
 * What is wrong with a format of document numbers of a company: each year counts from one, so both the year and
 * exactly one run of the counter must be in it.
 */
export function numberFormatProblem(format: string): string | undefined {
  const counters: readonly string[] = format.match(COUNTER) ?? []
  if (counters.length === 0)
    return 'В формате нет порядкового номера: добавьте {000000}, иначе номера повторятся'
  if (counters.length > 1) return 'Порядковый номер {000000} в формате бывает один'
  if (counters[0]!.length - 2 > WIDEST) return `Порядковый номер — не шире ${WIDEST} цифр`
  if (!format.includes(YEAR))
    return 'В формате нет года: добавьте {год}, иначе номера повторятся в новом году'
  const unknown = format.match(PLACE)?.find((place) => place !== YEAR && !/^\{N+\}$/u.test(place))
  if (unknown) return `Подстановки ${showPlaceholders(unknown)} нет: возможны {год} и {000000}`
  if (formatNumber(format, 2099, BUSY).length > LONGEST)
    return `Номер выйдет длиннее ${LONGEST} знаков: сократите формат`
  if (PLAIN.test(format.replaceAll(PLACE, ''))) return undefined
  return 'В номере бывают только буквы, цифры, пробел и знаки «-», «/», «.», «_», «№»'
}

/** A number as the company prints it: `{YYYY}` and a run of `{NNNNNN}` as wide as it is written; none is ever cut. */
export function formatNumber(format: string, year: number, seq: number): string {
  return format
    .replaceAll(YEAR, String(year))
    .replaceAll(COUNTER, (run) => String(seq).padStart(run.length - 2, '0'))
}
