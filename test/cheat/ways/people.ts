import type { CallSpec, SendInput } from '#contract/core/call.ts'
import { device } from '#contract/device/device.ts'
import { product } from '#contract/price/product.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { allowApproval } from './money.ts'
import { drivesOn, typed, unweighedLoad } from './weighing.ts'

const looks = (
  entity: 'transaction' | 'weight_episode',
  entity_id: string,
  code: 'manual' | 'unweighed',
) => ({
  body: { items: [{ entity, entity_id, code }], note: REASON },
})

/** What is written so that nobody else has to look at it. */
export const peopleWays: readonly Way[] = [
  {
    name: 'the accomplice whose PIN stood for a typed weight ends its exception',
    async tries(day) {
      const visit = (await day.confirmed(day.operator, visitCalls.update, typed(day))) as VisitCard
      const input = looks('transaction', visit.id, 'manual')
      return (await day.second.api.refused(flagReview.reviewExceptions, input)).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a load without a record is explained by a person whom the weigher made',
    async tries(day) {
      await day.manager.api.send(visitCalls.update, { body: await drivesOn(day) })
      const load = await unweighedLoad(day)
      const puppet = await day.makePuppet(day.manager)
      await allowApproval(day, puppet.id)
      const input = looks('weight_episode', load, 'unweighed')
      const asked = await puppet.api.refused(flagReview.reviewExceptions, input)
      return asked.approval?.who === 'other' ? asked.code : 'own PIN'
    },
    ends: 'approval.required',
  },
  {
    name: 'the usual contamination is made nothing before the dirty load is bought as clean',
    async tries(day) {
      await day.weighed(12_340, 4_260, { product_id: day.deal.products.steel.id })
      return loosens(day, product.update, await ofSteel(day, { default_zasor_bp: 0 }))
    },
    ends: 'approval.required',
  },
  {
    name: 'the step of prices of a product is made so large that no price is a step',
    tries: async (day) =>
      loosens(day, product.update, await ofSteel(day, { price_step_bp: 100_000 })),
    ends: 'approval.required',
  },
  {
    name: 'a scale that may be far from zero is made lawful by a rule of the site',
    async tries(day) {
      await day.weighed()
      const companyId = day.own.id
      const { version } = await day.manager.api.send(device.superGetYard, { query: { companyId } })
      const rules = { weight: { zero_limit_bp: 10_000 } }
      return loosens(day, device.superSaveRules, { body: { companyId, version, rules } })
    },
    ends: 'approval.required',
  },
]

/** What a manager does alone, and whose PIN it took. */
async function loosens<C extends CallSpec>(
  { manager }: CheatDay,
  call: C,
  input: SendInput<C>,
): Promise<string> {
  const asked = await manager.api.refused(call, input)
  return asked.approval?.who === 'other' ? asked.code : `${asked.approval?.who}`
}

async function ofSteel({ manager, deal }: CheatDay, fields: object) {
  const { id } = deal.products.steel
  const { items } = await manager.api.send(product.getAll, { query: {} })
  return { body: { id, version: items.find((one) => one.id === id)!.version, ...fields } }
}
