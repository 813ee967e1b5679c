import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Refusal } from '#http/refusal.ts'
import type { Db } from '../../../../db/handle.ts'
import { shorten } from '../../../../text/shorten.ts'
import { snapshotOf } from '../create/destination-mask.ts'
import { assertAmount, assertLimit, type LimitPlace } from '../create/limit-rules.ts'
import {
  assertActPayable,
  assertMethodUsable,
  assertSupplierPayable,
  purposeOfActs,
  vatClauseOf,
} from '../create/save-rules.ts'
import { counterOf, type Counter } from './limit-counters.ts'
import { amountOf, AT, payerOf, type Group, type World } from './plan-groups.ts'
import { asRefusal, refusalOf } from './refusal-words.ts'

// Why a save would refuse a planned payment, by the save's own rules and in its words; null: it would not.

/** Whatever its sum is. */
export async function ruleProblem(db: Db, world: World, group: Group): Promise<string | null> {
  const { payee, method, config, acts } = group
  const { rules, kinds, closed } = world
  const early = refusalOf(() => {
    for (const act of acts) assertActPayable(act, rules, AT)
    assertSupplierPayable(payee, AT)
    if (method) assertMethodUsable(method, kinds, AT)
  })
  if (early) return refusalText(early)
  if (!method) return 'Нет действующего способа выплаты'
  const refusal = closed.get(payerOf(method))
  if (refusal) return refusalText(refusal)
  if (!config) return 'Нет действующего счёта в банке для этого способа'
  const unfit = await snapshotOf(db, method, { supplier: payee, adapter: config.adapter, at: AT })
    .then(() => null)
    .catch(asRefusal)
  return unfit && refusalText(unfit)
}

/** The problem of a planned payment with its sum or its purpose. */
export function amountProblem({ rules }: World, group: Group): string | null {
  const { payee, method, config, acts } = group
  if (!method || !config) return null
  const refusal = refusalOf(() => {
    assertAmount(config, method.kind as MethodKind, amountOf(group), AT)
    // Names of products are shortened to fit, so they never make a purpose unfit.
    purposeOfActs(rules, { acts, products: [], vat: vatClauseOf(payee), marker: 'XXXXXX' })
  })
  return refusal && refusalText(refusal)
}

/** The problem of a planned payment with limits of the day or the month. */
export function limitProblem(
  places: readonly LimitPlace[],
  amountKop: number,
  used: ReadonlyMap<string, Counter>,
): string | null {
  const refusal = refusalOf(() => {
    for (const place of places) assertLimit(place, counterOf(used, place), amountKop, AT)
  })
  return refusal && refusalText(refusal)
}

/** The refusal with those of its reasons that its sentence does not say already. */
function refusalText({ message, detail }: Refusal): string {
  const reasons = new Set(Object.values(detail.fields ?? {}))
  const others = [...reasons].filter((reason) => !message.includes(reason))
  return shorten([message, ...others].join('. '), 500)
}
