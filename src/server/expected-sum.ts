import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'

/**
 * Nobody signs a sum that he did not see: a command carries the sum of its screen, in kopecks, and is refused where the record's is
 * another one. Programs have no screen and may leave it out.
 */
export function assertExpectedSum(expectedKop: number | undefined, presentKop: number): void {
  if (expectedKop === undefined || expectedKop === presentKop) return
  refuse('common.sum-differs', {
    message: `На экране было ${formatMoney(expectedKop)} ₽, а сейчас ${formatMoney(presentKop)} ₽. Проверьте сумму и повторите`,
  })
}

/** The same of a weight, in grams. */
export function assertExpectedNet(expectedG: number | undefined, presentG: number): void {
  if (expectedG === undefined || expectedG === presentG) return
  refuse('common.weight-differs', {
    message: `На экране было нетто ${formatKg(expectedG)} кг, а сейчас ${formatKg(presentG)} кг. Проверьте вес и повторите`,
  })
}
