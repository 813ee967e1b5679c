import { stripMask, weightedSum } from './digits.ts'

const WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, 1]
// Numbers up to 001-001-998 were given out before the control number existed (domain.md 8).
const LAST_WITHOUT_KEY = 1_001_998

/** What is wrong with a СНИЛС (domain.md 8). */
export function snilsProblem(value: string): string | undefined {
  const snils = normalizeSnils(value)
  if (snils === '') return 'Укажите СНИЛС'
  if (!/^\d{11}$/.test(snils)) return 'В СНИЛС должно быть 11 цифр'
  if (Number(snils.slice(0, 9)) <= LAST_WITHOUT_KEY) return undefined
  return (weightedSum(snils, WEIGHTS) % 101) % 100 === Number(snils.slice(9))
    ? undefined
    : 'В СНИЛС ошибка: не сходится контрольное число. Сверьте его с документом'
}

/** The stored form: eleven digits without spaces and dashes. */
export function normalizeSnils(value: string): string {
  return stripMask(value)
}
