import { luhnHolds, stripMask } from './digits.ts'

/** Card brands that the product pays to, as stored in `card_brand`. */
export const cardBrands = ['mir', 'visa', 'mastercard', 'unionpay', 'jcb', 'maestro'] as const
export type CardBrand = (typeof cardBrands)[number]

/** The brand's name as the screen and prints show it. */
const cardBrandTitles: Record<CardBrand, string> = {
  mir: 'МИР',
  visa: 'Visa',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  jcb: 'JCB',
  maestro: 'Maestro',
}

// First digits of each brand, first and last included, compared as numbers of the same length
// (domain.md 8).
const BRAND_RANGES: readonly (readonly [CardBrand, first: string, last: string])[] = [
  ['mir', '2200', '2204'],
  ['visa', '4', '4'],
  ['mastercard', '51', '55'],
  ['mastercard', '2221', '2720'],
  ['unionpay', '62', '62'],
  ['unionpay', '81', '81'],
  ['jcb', '3528', '3589'],
  ['maestro', '50', '50'],
  ['maestro', '56', '58'],
  ['maestro', '63', '63'],
  ['maestro', '67', '67'],
]

/**
 * What is wrong with a card number (domain.md 8): length, Luhn's digit, a brand that can be
 * paid.
 */
export function cardProblem(value: string): string | undefined {
  const number = normalizeCard(value)
  if (number === '') return 'Укажите номер карты'
  if (!/^\d+$/.test(number)) return 'Номер карты состоит только из цифр'
  if (![16, 18, 19].includes(number.length)) return 'В номере карты должно быть 16, 18 или 19 цифр'
  if (!luhnHolds(number))
    return 'В номере карты ошибка: не сходится контрольная цифра. Сверьте его с картой'
  return cardBrand(number)
    ? undefined
    : 'На карту этой платёжной системы выплатить нельзя. Выберите другую карту'
}

/**
 * Digits without spaces and dashes; never stored in this form outside the vault (payments.md
 * 9).
 */
export function normalizeCard(value: string): string {
  return stripMask(value)
}

/** The brand by the first digits of a number; undefined for a brand that cannot be paid. */
export function cardBrand(value: string): CardBrand | undefined {
  const number = normalizeCard(value)
  return BRAND_RANGES.find(([, first, last]) => {
    const head = number.slice(0, first.length)
    return head.length === first.length && head >= first && head <= last
  })?.[0]
}

/**
 * The only form in which a card is shown: `•••• 9001 МИР` (domain.md 2.4); the spaces do not
 * break.
 */
export function maskCard(last4: string, brand?: string | null): string {
  const title = brand && (cardBrandTitles[brand as CardBrand] ?? brand)
  return title ? `••••\u00a0${last4}\u00a0${title}` : `••••\u00a0${last4}`
}
