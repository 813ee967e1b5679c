import { stripMask } from './digits.ts'

const WRONG = 'Телефон не распознан. Введите 10 цифр после +7, например +7 926 123-45-67'

/**
 * The stored form `+7XXXXXXXXXX` (domain.md 8): 10 digits of a mobile or of a city of Russia, 11 digits
 * from 8, or a number with +7; undefined for anything else. No city's code is 89X: that is a mobile after an 8, cut short.
 */
export function normalizePhone(value: string): string | undefined {
  const match = /^(?:\+7(\d{10})|[78](\d{10})|([349]\d{9}|8[1-8]\d{8}))$/.exec(stripMask(value))
  return match ? `+7${match[1] ?? match[2] ?? match[3]}` : undefined
}

/** What is wrong with a company's phone: any number of the +7 zone will do. */
export function phoneProblem(value: string): string | undefined {
  if (value.trim() === '') return 'Укажите телефон'
  return normalizePhone(value) ? undefined : WRONG
}

/**
 * What is wrong with a supplier's or СБП phone: only Russian mobile numbers `+79…` (payments.md
 * 8).
 */
export function mobilePhoneProblem(value: string): string | undefined {
  const problem = phoneProblem(value)
  if (problem) return problem
  return normalizePhone(value)!.startsWith('+79')
    ? undefined
    : 'Нужен мобильный телефон России: номер начинается с +7 9'
}

/**
 * The shown form `+7 926 123-45-67` of a stored number, with spaces that do not break; other
 * text stays.
 */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7\u00a0$1\u00a0$2-$3-$4')
}
