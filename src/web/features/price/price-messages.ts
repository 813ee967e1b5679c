import { formatMoney } from '#contract/core/input-text.ts'
import type { CellValue } from './edit/pending-prices.ts'

/** A price in the windows: roubles with kopecks, a text that is no price as it was typed, an absent one in words. */
export function orNone(value: CellValue): string {
  if (value === null) return 'нет цены'
  return typeof value === 'number' ? formatMoney(value) : value
}
