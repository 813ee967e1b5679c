import { digitAt, stripMask, weightedSum } from './digits.ts'

const ORGANISATION = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_FIRST = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const PERSON_SECOND = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/**
 * What is wrong with an ИНН (domain.md 8); `length` narrows it to firms (10) or people and ИП
 * (12). The key misses a wrong digit only where the true control digit is 0, which is in the
 * law's formula.
 */
export function innProblem(value: string, length?: 10 | 12): string | undefined {
  const inn = normalizeInn(value)
  if (inn === '') return 'Укажите ИНН'
  if (!/^\d+$/.test(inn)) return 'ИНН состоит только из цифр'
  if (length && inn.length !== length)
    return length === 10
      ? 'В ИНН организации должно быть 10 цифр'
      : 'В ИНН человека или ИП должно быть 12 цифр'
  if (inn.length !== 10 && inn.length !== 12)
    return 'В ИНН должно быть 10 цифр (организация) или 12 (человек, ИП)'
  if (inn.startsWith('00')) return 'ИНН не может начинаться с 00. Сверьте его с документом'
  return keyHolds(inn)
    ? undefined
    : 'В ИНН ошибка: не сходится контрольная цифра. Сверьте его с документом'
}

/** The stored form: digits without spaces and dashes. */
export function normalizeInn(value: string): string {
  return stripMask(value)
}

function keyHolds(inn: string): boolean {
  const control = (weights: readonly number[]) => (weightedSum(inn, weights) % 11) % 10
  if (inn.length === 10) return control(ORGANISATION) === digitAt(inn, 9)
  return control(PERSON_FIRST) === digitAt(inn, 10) && control(PERSON_SECOND) === digitAt(inn, 11)
}
