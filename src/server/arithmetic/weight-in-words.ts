import { capital, numberInWords, plural } from './number-in-words.ts'
import { exact } from './rounding.ts'

/** Grams → kilograms and, when there are any, grams in words, as acts carry a weight (domain.md 9). */
export function weightInWords(grams: number): string {
  const all = exact(grams)
  const kilograms = Number(all / 1000n)
  const rest = Number(all % 1000n)
  const parts = []
  if (kilograms > 0 || rest === 0)
    parts.push(
      `${numberInWords(kilograms)} ${plural(kilograms, ['килограмм', 'килограмма', 'килограммов'])}`,
    )
  if (rest > 0) parts.push(`${numberInWords(rest)} ${plural(rest, ['грамм', 'грамма', 'граммов'])}`)
  return capital(parts.join(' '))
}
