/**
 * What is wrong with an ОКПО (domain.md 8): 8 digits of a company or 10 of an ИП; it has no
 * mask and no key here.
 */
export function okpoProblem(value: string): string | undefined {
  const okpo = value.trim()
  if (okpo === '') return 'Укажите ОКПО'
  return /^(\d{8}|\d{10})$/.test(okpo)
    ? undefined
    : 'В ОКПО должно быть 8 цифр (организация) или 10 (ИП)'
}
