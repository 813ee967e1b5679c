import { capital, numberInWords, plural } from './number-in-words.ts'
import { exact } from './rounding.ts'

/**
 * Kopecks → roubles in words and kopecks in two figures, as legal documents carry a sum
 * (domain.md 5, C19).
 */
export function sumInWords(kop: number): string {
  const all = exact(kop)
  const roubles = Number(all / 100n)
  const kopecks = Number(all % 100n)
  const words = `${numberInWords(roubles)} ${plural(roubles, ['рубль', 'рубля', 'рублей'])}`
  const figures = String(kopecks).padStart(2, '0')
  return `${capital(words)} ${figures} ${plural(kopecks, ['копейка', 'копейки', 'копеек'])}`
}
