import { stripMask } from './digits.ts'

/**
 * What is wrong with a КПП (domain.md 8): nine characters, places 5 and 6 may be capital Latin
 * letters.
 */
export function kppProblem(value: string): string | undefined {
  const kpp = normalizeKpp(value)
  if (kpp === '') return 'Укажите КПП'
  if (kpp.length !== 9) return 'В КПП должно быть 9 знаков'
  if (!/^\d{4}[0-9A-Z]{2}\d{3}$/.test(kpp))
    return 'В КПП — цифры; буквы (заглавные латинские) бывают только на 5-м и 6-м месте'
  return kpp.startsWith('00') ? 'КПП не может начинаться с 00. Сверьте его с документом' : undefined
}

/** The stored form, without spaces and dashes. */
export function normalizeKpp(value: string): string {
  return stripMask(value)
}
