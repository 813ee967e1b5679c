import { addDays, ageOn, birthdayAt, isDay } from './calendar.ts'
import { stripMask } from './digits.ts'

// A Russian passport is first given at 14, changed at 20 and 45, each time with 90 days for the
// change.
const FIRST_AGE = 14
const CHANGE_AGES = [20, 45]
const CHANGE_DAYS = 90
const OLDEST_AGE = 120

/** What is wrong with the series of a Russian passport (domain.md 8): four digits. */
export function passportSeriesProblem(value: string): string | undefined {
  const series = stripMask(value)
  if (series === '') return 'Укажите серию паспорта'
  return /^\d{4}$/.test(series) ? undefined : 'В серии паспорта должно быть 4 цифры'
}

/** What is wrong with the number of a Russian passport (domain.md 8): six digits. */
export function passportNumberProblem(value: string): string | undefined {
  const number = stripMask(value)
  if (number === '') return 'Укажите номер паспорта'
  return /^\d{6}$/.test(number) ? undefined : 'В номере паспорта должно быть 6 цифр'
}

/** What is wrong with the division code (domain.md 8): `770-001`, the dash included. */
export function deptCodeProblem(value: string): string | undefined {
  const code = value.trim()
  if (code === '') return 'Укажите код подразделения'
  return /^\d{3}-\d{3}$/.test(code) ? undefined : 'Код подразделения пишется так: 770-001'
}

/**
 * What is wrong with a birth date (domain.md 8): a past day, at most 120 years ago; `today` is
 * the company's day.
 */
export function birthDateProblem(birth: string, today: string): string | undefined {
  if (birth.trim() === '') return 'Укажите дату рождения'
  if (!isDay(birth)) return 'Такой даты нет. Проверьте день, месяц и год'
  if (birth >= today) return 'Дата рождения должна быть в прошлом'
  return ageOn(birth, today) > OLDEST_AGE
    ? `Больше ${OLDEST_AGE} лет: проверьте год рождения`
    : undefined
}

/**
 * What is wrong with the day of issue (domain.md 8): not before the 14th birthday, not in the
 * future.
 */
export function passportIssuedProblem(
  issued: string,
  birth: string,
  today: string,
): string | undefined {
  if (issued.trim() === '') return 'Укажите дату выдачи паспорта'
  if (!isDay(issued)) return 'Такой даты нет. Проверьте день, месяц и год'
  if (issued > today) return 'Дата выдачи паспорта не может быть в будущем'
  if (!isDay(birth)) return undefined
  return issued < birthdayAt(birth, FIRST_AGE)
    ? `Паспорт не выдают раньше ${FIRST_AGE} лет: проверьте дату выдачи и дату рождения`
    : undefined
}

/**
 * The last day of a Russian passport (domain.md 2.4): 90 days after the next of the 20th and
 * 45th birthdays; undefined for one given at 45 or later, which has no end.
 */
export function passportExpiresOn(birth: string, issued: string): string | undefined {
  const next = CHANGE_AGES.map((age) => birthdayAt(birth, age)).find(
    (birthday) => issued < birthday,
  )
  return next && addDays(next, CHANGE_DAYS)
}
