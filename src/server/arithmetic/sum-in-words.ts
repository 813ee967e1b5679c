import { pluralForm } from '#contract/words/plural.ts'
import { capital, numberInWords } from './number-in-words.ts'
import { exact } from './rounding.ts'

/**
 * Kopecks → roubles in words and kopecks in two figures, as legal documents carry a sum
 * (domain.md 5, C19).
 */
export function sumInWords(kop: number): string {
  const all = exact(kop)
  const roubles = Number(all / 100n)
  const kopecks = Number(all % 100n)
  const words = `${numberInWords(roubles)} ${pluralForm(roubles, ['рубль', 'рубля', 'рублей'])}`
  const figures = String(kopecks).padStart(2, '0')
  return `${capital(words)} ${figures} ${pluralForm(kopecks, ['копейка', 'копейки', 'копеек'])}`
}
