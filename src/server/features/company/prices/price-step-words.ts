import { formatMoney } from '#contract/core/input-text.ts'
import type { PriceStep } from './price-share.ts'

// A dialog of a PIN is read; the PIN is bound to all of them.
const MOST_SHOWN = 10

/** The largest steps, a sentence each, and how many more there are. */
export function describeSteps(steps: readonly PriceStep[]): string[] {
  const words = steps.slice(0, MOST_SHOWN).map(describeStep)
  return steps.length > MOST_SHOWN ? [...words, `И ещё цен: ${steps.length - MOST_SHOWN}`] : words
}

/** «Лом 3А, Основная: с 18 500 на 30 000 ₽/т, +62 %». */
function describeStep({ name, column_title, measure, old_kop, new_kop }: PriceStep): string {
  const unit = measure === 'piece' ? '₽/шт.' : '₽/т'
  const head = `${name}, ${column_title}:`
  if (old_kop === null) return `${head} первая цена ${formatMoney(new_kop)} ${unit}`
  const share = Math.round(((new_kop - old_kop) * 100) / Math.max(old_kop, 1))
  return `${head} с ${formatMoney(old_kop)} на ${formatMoney(new_kop)} ${unit}, ${share > 0 ? '+' : '−'}${Math.abs(share)} %`
}
