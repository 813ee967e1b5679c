import { stripMask } from './digits.ts'

/** What is wrong with a БИК (domain.md 8): nine digits, the first 0 or 1. */
export function bikProblem(value: string): string | undefined {
  const bik = normalizeBik(value)
  if (bik === '') return 'Укажите БИК банка'
  if (!/^\d{9}$/.test(bik)) return 'В БИК должно быть 9 цифр'
  return /^[01]/.test(bik) ? undefined : 'БИК начинается с 0 или 1. Сверьте его с реквизитами банка'
}

/** The stored form: nine digits without spaces and dashes. */
export function normalizeBik(value: string): string {
  return stripMask(value)
}
