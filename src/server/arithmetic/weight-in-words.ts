import { pluralForm, type Forms } from '#contract/words/plural.ts'
import { capital, numberInWords } from './number-in-words.ts'
import { exact } from './rounding.ts'

const KILOGRAMS: Forms = ['килограмм', 'килограмма', 'килограммов']
const GRAMS: Forms = ['грамм', 'грамма', 'граммов']

/**
 * Grams → kilograms and, when there are any, grams in words, as acts carry a weight (domain.md
 * 9).
 */
export function weightInWords(grams: number): string {
  const all = exact(grams)
  const kilograms = Number(all / 1000n)
  const rest = Number(all % 1000n)
  const parts = []
  if (kilograms > 0 || rest === 0) parts.push(countInWords(kilograms, KILOGRAMS))
  if (rest > 0) parts.push(countInWords(rest, GRAMS))
  return capital(parts.join(' '))
}

function countInWords(count: number, forms: Forms): string {
  return `${numberInWords(count)} ${pluralForm(count, forms)}`
}
