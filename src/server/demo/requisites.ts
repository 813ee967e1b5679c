/** Requisites that belong to no real company and still pass the check digits of domain.md 8, one set for each running number. */

const dot = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
const innDigit = (digits: string, weights: readonly number[]) =>
  String((dot(digits, weights) % 11) % 10)

/** The self-employed supplier of whom the training tax service says that he pays its tax no more. */
export const LOST_STATUS = 46

export function demoPersonInn(n: number): string {
  const head = `7725${String(310_000 + n).padStart(6, '0')}`
  const first = head + innDigit(head, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
  return first + innDigit(first, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
}

export function demoCompanyInn(n: number): string {
  const head = `7725${String(41_000 + n).padStart(5, '0')}`
  return head + innDigit(head, [2, 4, 10, 3, 5, 9, 4, 6, 8])
}

export function demoOgrn(n: number): string {
  const head = `11877${String(4_600_000 + n * 37).padStart(7, '0')}`
  return head + String((Number(head) % 11) % 10)
}

export function demoOgrnip(n: number): string {
  const head = `3197${String(7_460_000_000 + n * 113).padStart(10, '0')}`
  return head + String((Number(head) % 13) % 10)
}

export const DEMO_BIK = '044525974'
export const DEMO_CORR_ACCOUNT = '30101810145250000974'

/** An account of a firm (40702) or a person (40817) whose key fits the bank above. */
export function demoAccount(prefix: '40702' | '40817' | '40802', n: number): string {
  const tail = String(100_000 + n).padStart(11, '0')
  const weights = (DEMO_BIK.slice(6) + '0'.repeat(20)).split('').map((_, i) => [7, 1, 3][i % 3]!)
  for (let key = 0; key <= 9; key++) {
    const account = `${prefix}810${key}${tail}`
    const digits = DEMO_BIK.slice(6) + account
    const sum = weights.reduce((total, weight, i) => total + ((weight * Number(digits[i])) % 10), 0)
    if (sum % 10 === 0) return account
  }
  throw new Error('an account key always exists')
}
