import { formatPhone, mobilePhoneProblem, normalizePhone } from '#contract/requisites/phone.ts'
import { shorten } from '../../../text/shorten.ts'

/** The first mobile number in a typed text, also of two written together; the others are reported. */
export function oldPhone(text: string, report: (text: string) => void): string | null {
  if (text === '') return null
  const numbers = pieces(text).map((piece) => normalizePhone(piece))
  const mobile = [...new Set(numbers)].filter(
    (number): number is string => number !== undefined && mobilePhoneProblem(number) === undefined,
  )
  if (mobile.length === 0) {
    // A long run of digits may be a card's number, which is repeated nowhere (payments.md 9).
    const shown = text.replaceAll(/\D/g, '').length < 16 ? ` «${shorten(text, 40)}»` : ''
    report(`Телефон${shown} не переносится: нужен мобильный номер России`)
    return null
  }
  if (mobile.length > 1)
    report(
      `Телефонов несколько: взят первый, остался ${mobile.slice(1).map(formatPhone).join(', ')}`,
    )
  else if (numbers.length > 1) report('Часть телефона не распознана: взят мобильный номер')
  return mobile[0]!
}

/** Splits at separators, and between two whole numbers of eleven digits without a separator. */
function pieces(text: string): string[] {
  return text
    .split(/[,;/|]|\s+и\s+|\s{2,}/)
    .flatMap((part) => {
      const digits = part.replaceAll(/\D/g, '')
      return /^([78]\d{10})([78]\d{10})$/.exec(digits)?.slice(1) ?? [part]
    })
    .map((part) => part.trim())
    .filter(Boolean)
}
