import { createHash } from 'node:crypto'
import { formatMoney } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'

/** Our marks in a purpose, each once. */
export function markersOf(purpose: string): string[] {
  if (!purpose.includes('[П:')) return []
  const found = [...purpose.matchAll(/\[П:([0-9A-HJKMNP-TV-Z]{6})\]/gu)].map(([, mark]) => mark!)
  return [...new Set(found)].slice(0, 5)
}

/** The purpose as it is stored: a bank's own has at most 210 characters, and a cut is visible. */
export const storedPurpose = (purpose: string): string | null =>
  (purpose.length > MOST_PURPOSE ? `${purpose.slice(0, MOST_PURPOSE - 1)}…` : purpose) || null
const MOST_PURPOSE = 500

/**
 * Keys of the lines of one file: equal operations of one day differ by their place among each other, and without a number by what names
 * their payments, which another file may tell in another order.
 */
export function openLineKeys() {
  const seen = new Map<string, number>()
  return (facts: readonly (string | number | null)[], names: readonly string[]): string => {
    const same = JSON.stringify([...facts, ...names])
    const before = seen.get(same) ?? 0
    seen.set(same, before + 1)
    return createHash('sha256').update(`${same} ${before}`).digest('hex')
  }
}

/** `1 234,56 ₽` of kopecks, for sentences about sums that do not add up. */
export function roubles(kop: number): string {
  return `${formatMoney(kop, ' ')} ₽`
}

/** Why a line is doubted whose day is that of its document; another file may tell its own. */
export const NO_POSTING_DAY = 'Банк не назвал день проводки: взят день документа'

/** Why a line is doubted that the bank posted on a day of which its file does not tell. */
export const outsideWords = (day: string, { from, to }: { from: string; to: string }) =>
  `День проводки ${russianDay(day)} вне периода выписки ${russianDay(from)} – ${russianDay(to)}`

export const MOST_LINES = 50_000
export const TOO_MANY_LINES = 'в выписке больше 50 000 записей: разделите период'
