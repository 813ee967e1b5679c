const NBSP = '\u00a0'
const MINUS = '\u2212'
const FULL_BP = 10_000

/**
 * Typed roubles (domain.md 8: up to 13 digits, point or comma, up to 2 decimals) → kopecks, by
 * digits alone.
 */
export function parseMoney(text: string): number | undefined {
  return parseFixed(text, 13, 2)
}

/** Typed kilograms (up to 6 digits and 3 decimals) → grams. */
export function parseWeight(text: string): number | undefined {
  return parseFixed(text, 6, 3)
}

/** Typed percent (up to 100, 2 decimals) → basis points. */
export function parsePercent(text: string): number | undefined {
  const bp = parseFixed(text, 3, 2)
  return bp !== undefined && bp <= FULL_BP ? bp : undefined
}

/**
 * As `parseMoney`, and it reads what screens and tables show: «144 466,50 ₽», «1 004,5», spaces
 * around.
 */
export function pasteMoney(text: string): number | undefined {
  return parseMoney(ungroup(text, /(?:₽|руб\.?|р\.?)$/iu))
}

/**
 * As `parseWeight`, and it reads «12 480 кг»; tonnes are refused rather than taken for
 * kilograms.
 */
export function pasteWeight(text: string): number | undefined {
  return parseWeight(ungroup(text, /(?:кг\.?|kg)$/iu))
}

/** As `parsePercent`, and it reads «3,33 %». */
export function pastePercent(text: string): number | undefined {
  return parsePercent(ungroup(text, /%$/u))
}

/** Kopecks → «144 466,50»; an empty `gap` gives the form that an input shows while it is edited. */
export function formatMoney(kop: number, gap = NBSP): string {
  return formatFixed(kop, 2, 2, gap)
}

/** Grams → kilograms «12 480» or «12 480,5»: decimals only when needed. */
export function formatKg(grams: number, gap = NBSP): string {
  return formatFixed(grams, 3, 0, gap)
}

/** Grams → tonnes «7,809»: three decimals, more only when needed (domain.md 5, C20). */
export function formatTonnes(grams: number, gap = NBSP): string {
  return formatFixed(grams, 6, 3, gap)
}

/** Basis points → «3,33», «5»: decimals only when needed. */
export function formatPercent(bp: number, gap = NBSP): string {
  return formatFixed(bp, 2, 0, gap)
}

/** The sentence for a text that `pasteMoney` does not understand. */
export function moneyProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Укажите сумму'
  return pasteMoney(text) === undefined ? 'Сумма пишется в рублях, например 144466,50' : undefined
}

/** The sentence for a text that `pasteWeight` does not understand. */
export function weightProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Укажите вес'
  return pasteWeight(text) === undefined
    ? 'Вес пишется в килограммах, например 12480 или 0,01'
    : undefined
}

/** The sentence for a text that `pastePercent` does not understand. */
export function percentProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Укажите процент'
  return pastePercent(text) === undefined
    ? 'Процент пишется числом от 0 до 100, например 3,33'
    : undefined
}

function parseFixed(text: string, digits: number, decimals: number): number | undefined {
  const match = /^(\d+)(?:[.,](\d+))?$/.exec(text)
  if (!match) return undefined
  const [, whole, part = ''] = match as unknown as [string, string, string?]
  if (whole.length > digits || part.length > decimals) return undefined
  return Number(whole + part.padEnd(decimals, '0'))
}

// Groups must be of three digits: «14 44» is a slip of the hand, not a number.
function ungroup(text: string, unit: RegExp): string {
  const bare = text.trim().replace(unit, '').trimEnd()
  return /^\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/u.test(bare) ? bare.replace(/\s/gu, '') : bare
}

function formatFixed(value: number, decimals: number, shown: number, gap: string): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`)
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replace(/\B(?=(?:\d{3})+$)/g, gap)
  const part = digits.slice(-decimals).replace(/0+$/, '').padEnd(shown, '0')
  return (value < 0 ? MINUS : '') + whole + (part && `,${part}`)
}
