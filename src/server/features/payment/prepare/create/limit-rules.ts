import { formatMoney } from '#contract/core/input-text.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { LimitScope } from '#contract/payment/payment-entities.ts'
import { refuse } from '#http/refusal.ts'
import { isApiProvider, providerOf } from '../../../bank/providers/all.ts'

/** One counter that a payment goes into (payments.md 10). */
export interface LimitPlace {
  readonly scope: Exclude<LimitScope, 'payment'>
  readonly key: string
  readonly period: string
  readonly capKop: number
  readonly capCount: number
}

export interface LimitCaps {
  readonly pay_day_limit_kop: number
  readonly per_day_kop: number
  readonly per_month_kop: number
  readonly payee_day_count: number
  readonly payee_month_kop: number
}

const NO_KOP = Number.MAX_SAFE_INTEGER
const NO_COUNT = 2_147_483_647
// payments.md 10: more payouts than this from one company in a day are a mistake or a theft.
export const COMPANY_DAY_COUNT = 500

/** The company's own counter of a day, for all agreements together. */
export function companyPlace(capKop: number, day: string): LimitPlace {
  return place('company_day', '', day, capKop, COMPANY_DAY_COUNT)
}

/** Counters in the order in which they are locked. */
export function limitPlaces(
  caps: LimitCaps,
  of: { configId: string; payeeKey: Buffer; day: string },
): LimitPlace[] {
  const month = monthOf(of.day)
  const payee = of.payeeKey.toString('hex')
  return [
    companyPlace(caps.pay_day_limit_kop, of.day),
    place('config_day', of.configId, of.day, caps.per_day_kop, NO_COUNT),
    place('config_month', of.configId, month, caps.per_month_kop, NO_COUNT),
    place('payee_day', payee, of.day, NO_KOP, caps.payee_day_count),
    place('payee_month', payee, month, caps.payee_month_kop, NO_COUNT),
  ]
}

/** The period of the counters of a month: its first day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

function place(
  scope: LimitPlace['scope'],
  key: string,
  period: string,
  capKop: number,
  capCount: number,
): LimitPlace {
  return { scope, key, period, capKop, capCount }
}

const TITLES: Record<LimitPlace['scope'], string> = {
  company_day: 'Дневной предел выплат компании',
  config_day: 'Дневной предел по банку',
  config_month: 'Месячный предел по банку',
  payee_day: 'Предел числа выплат получателю за день',
  payee_month: 'Месячный предел получателя',
}

/** The rest of one limit, without the payment in question; null: no such limit. */
export interface LimitLeft {
  readonly scope: LimitScope
  readonly title: string
  readonly left_kop: number | null
  readonly left_count: number | null
}

/** Refuses with the name of the limit and what is left of it; otherwise says what is left. */
export function assertLimit(
  limit: LimitPlace,
  used: { kop: number; count: number },
  amountKop: number,
  field: string,
): LimitLeft {
  const title = TITLES[limit.scope]
  const left = Math.max(0, limit.capKop - used.kop)
  if (used.count >= limit.capCount) tooMuch(`${title}: ${limit.capCount}`, field)
  if (amountKop > left) tooMuch(`${title}: осталось ${roubles(left)} ₽`, field)
  return limitLeft(limit, used)
}

/** The rest of a limit before the asked sum. */
export function limitLeft(limit: LimitPlace, used: { kop: number; count: number }): LimitLeft {
  const restOf = (cap: number, value: number) => Math.max(0, cap - value)
  return {
    scope: limit.scope,
    title: TITLES[limit.scope],
    left_kop: limit.capKop === NO_KOP ? null : restOf(limit.capKop, used.kop),
    left_count: limit.capCount === NO_COUNT ? null : restOf(limit.capCount, used.count),
  }
}

/** The bound of one payment beside the counters. */
export function perPayment(capKop: number): LimitLeft {
  return { scope: 'payment', title: PER_PAYMENT, left_kop: capKop, left_count: null }
}

const PER_PAYMENT = 'Предел одной выплаты'
export const abovePerPayment = (capKop: number): string => `${PER_PAYMENT}: ${roubles(capKop)} ₽`

export interface AmountCaps {
  readonly adapter: string
  readonly min_kop: number
  readonly per_payment_kop: number
}

/** The smallest sum that an agreement pays to a kind of method. */
export function leastPayoutKop(
  config: Omit<AmountCaps, 'per_payment_kop'>,
  kind: MethodKind,
): number {
  const provider = providerOf(config.adapter)
  const least = isApiProvider(provider) ? provider.leastKop?.[kind] : undefined
  return Math.max(config.min_kop, least ?? 0)
}

export function assertAmount(
  caps: AmountCaps,
  kind: MethodKind,
  amountKop: number,
  field: string,
): void {
  const leastKop = leastPayoutKop(caps, kind)
  if (amountKop < leastKop) tooMuch(`Наименьшая сумма выплаты: ${roubles(leastKop)} ₽`, field)
  if (amountKop > caps.per_payment_kop) tooMuch(abovePerPayment(caps.per_payment_kop), field)
}

function tooMuch(message: string, field: string): never {
  return refuse('payment.limit', { message, fields: { [field]: message } })
}

/** `12 345,67` from kopecks. */
export function roubles(kop: number): string {
  return formatMoney(kop, ' ')
}
