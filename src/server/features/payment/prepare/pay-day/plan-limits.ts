import { describeProvider } from '#contract/bank/bank-providers.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { PlannedAccount, PlannedPayment } from '#contract/payment/pay-day.ts'
import type { payment } from '#contract/payment/payment.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../../db/handle.ts'
import { settingsNow } from '../../../company/settings.ts'
import { findMethod } from '../../../supplier/method/method-queries.ts'
import {
  companyPlace,
  limitLeft,
  limitPlaces,
  monthOf,
  perPayment,
  type LimitPlace,
} from '../create/limit-rules.ts'
import { openConfig } from '../create/open-config.ts'
import { companyDay, type ConfigRow } from '../create/party-queries.ts'
import { counterName, counterOf, type Counter } from './limit-counters.ts'
import { usedCounters } from './plan-queries.ts'

/** What bounds a plan today. */
interface PlanBounds {
  readonly rules: CompanyRules
  readonly day: string
  readonly configs: ReadonlyMap<string, ConfigRow>
}

type Counters = ReadonlyMap<string, Counter>

/** The sums that leave each account by the plan, beside the limits before it. */
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

/** The company's counter of the day, which every plan reads, even one without payments. */
export const companyDayOf = ({ rules, day }: Omit<PlanBounds, 'configs'>): LimitPlace =>
  companyPlace(rules.pay_day_limit_kop, day)

export function companyLeft(bounds: PlanBounds, before: Counters) {
  const place = companyDayOf(bounds)
  const left = limitLeft(place, counterOf(before, place))
  return { kop: left.left_kop!, count: left.left_count! }
}

/** The rest of a payee's limits for one payment. */
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

/** The used parts of the limits, by the names of their counters. */
export async function readCounters(
  db: Db,
  day: string,
  places: readonly LimitPlace[],
): Promise<Map<string, Counter>> {
  const keys = [...new Set(places.map(({ key }) => key))]
  const rows = await usedCounters(db, { day, keys })
  return new Map(rows.map(({ kop, count, ...row }) => [counterName(row), { kop, count }]))
}

/** payment/getLimits: what a preview would say, also where the limits refuse it. */
export async function getLimits(
  db: Db,
  { query }: CallInput<typeof payment.getLimits>,
): Promise<Answer<typeof payment.getLimits>> {
  const method = await findMethod(db, query.supplier_id, query.payment_method_id)
  if (!method) return refuse('common.not-found')
  const { card_config_id: cardConfigId, payee_key: payeeKey } = method
  const kind = method.kind as MethodKind
  const config = await openConfig(db, { configId: undefined, cardConfigId, at: '' }, kind)
  const { pay_day_limit_kop } = (await settingsNow(db)).rules
  const day = await companyDay(db)
  const of = { configId: config.id, payeeKey, day }
  const places = limitPlaces({ ...config, pay_day_limit_kop }, of)
  const used = await readCounters(db, day, places)
  const counted = places.map((place) => limitLeft(place, counterOf(used, place)))
  return [perPayment(config.per_payment_kop), ...counted]
}
