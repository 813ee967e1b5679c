import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { PlannedAccount, PlannedPayment } from '#contract/payment/pay-day.ts'
import { companyPlace, limitLeft, monthOf, type LimitPlace } from '../create/limit-rules.ts'
import type { ConfigRow } from '../create/party-queries.ts'
import { counterName, counterOf, type Counter } from './limit-counters.ts'

/** What bounds a plan today. */
interface PlanBounds {
  readonly rules: CompanyRules
  readonly day: string
  readonly configs: ReadonlyMap<string, ConfigRow>
}

type Counters = ReadonlyMap<string, Counter>

/** What leaves each account by the plan, beside what its limits allow before it. */
export function accountsOf(
  { configs, day }: PlanBounds,
  before: Counters,
  payments: readonly PlannedPayment[],
): PlannedAccount[] {
  const present = new Map([...configs.values()].map((config) => [config.id, config]))
  return [...present.values()].flatMap((config) => {
    const named = payments.filter(({ bank_config_id: id }) => id === config.id)
    if (named.length === 0) return []
    const own = named.filter(({ problem }) => problem === null)
    const usedKop = (scope: string, period: string) =>
      before.get(counterName({ scope, key: config.id, period }))?.kop ?? 0
    return {
      bank_config_id: config.id,
      title: config.title,
      training: config.training,
      by_file: describeProvider(config.adapter).byFile,
      count: own.length,
      amount_kop: own.reduce((sum, one) => sum + one.amount_kop, 0),
      left_kop: Math.max(0, config.per_day_kop - usedKop('config_day', day)),
      month_left_kop: Math.max(0, config.per_month_kop - usedKop('config_month', monthOf(day))),
    }
  })
}

/** The counter of the company, which every plan reads, also one without payments. */
export const companyDayOf = ({ rules, day }: Omit<PlanBounds, 'configs'>): LimitPlace =>
  companyPlace(rules.pay_day_limit_kop, day)

export function companyLeft(bounds: PlanBounds, before: Counters) {
  const place = companyDayOf(bounds)
  const left = limitLeft(place, counterOf(before, place))
  return { kop: left.left_kop!, count: left.left_count! }
}

/** What the limits of a payee leave for one payment. */
export function payeeLeft(
  places: readonly LimitPlace[],
  used: Counters,
): PlannedPayment['payee_left'] {
  const leftOf = (scope: LimitPlace['scope']) => {
    const place = places.find((one) => one.scope === scope)
    return place && limitLeft(place, counterOf(used, place))
  }
  const month = leftOf('payee_month')
  const day = leftOf('payee_day')
  return month && day ? { month_kop: month.left_kop!, day_count: day.left_count! } : null
}
