import type { CallSpec, SendInput } from '#contract/core/call.ts'
import { device } from '#contract/device/device.ts'
import { product } from '#contract/price/product.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addIssuedAct } from '#test/builders/issued-acts.ts'
import type { Person } from '#test/support/world.ts'
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
    name: 'the debt of one man is paid to another, since their records become one',
    async tries(day) {
      const cards = ['Волков', 'Баранов'].map(async (last_name) => {
        const made = await addSupplier(day.own, { last_name })
        await addIssuedAct(day.own, made.id, 8_858_600)
        return day.operator.api.send(supplier.get, { query: { id: made.id } })
      })
      const [keep, drop] = (await Promise.all(cards)).map(({ id, version }) => ({ id, version }))
      const body = { keep: keep!, drop: drop!, take: [], reason: REASON }
      await day.confirmed(day.operator, supplier.merge, { body })
      return keep!.id
    },
    ends: { sees: 'merged' },
  },
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
      return takesAnother(day, flagReview.reviewExceptions, input, puppet)
    },
    ends: 'approval.required',
  },
  {
    name: 'the accomplice whose PIN stood for a typed weight explains the load that was left out',
    async tries(day) {
      await day.confirmed(day.operator, visitCalls.update, typed(day))
      const input = looks('weight_episode', await unweighedLoad(day), 'unweighed')
      return takesAnother(day, flagReview.reviewExceptions, input, day.second)
    },
    ends: 'approval.required',
  },
  {
    name: 'the usual contamination is made nothing before the dirty load is bought as clean',
    async tries(day) {
      await day.weighed(12_340, 4_260, { product_id: day.deal.products.steel.id })
      return takesAnother(day, product.update, await ofSteel(day, { default_zasor_bp: 0 }))
    },
    ends: 'approval.required',
  },
  {
    name: 'the step of prices of a product is made so large that no price is a step',
    tries: async (day) =>
      takesAnother(day, product.update, await ofSteel(day, { price_step_bp: 100_000 })),
    ends: 'approval.required',
  },
  {
    name: 'a scale that may be far from zero is made lawful by a rule of the site',
    async tries(day) {
      await day.weighed()
      const companyId = day.own.id
      const { version } = await day.manager.api.send(device.superGetYard, { query: { companyId } })
      const rules = { weight: { zero_limit_bp: 10_000 } }
      return takesAnother(day, device.superSaveRules, { body: { companyId, version, rules } })
    },
    ends: 'approval.required',
  },
]

/** What a manager does alone, and whose PIN it takes. */
async function takesAnother<C extends CallSpec>(
  { manager }: CheatDay,
  call: C,
  input: SendInput<C>,
  by: Person = manager,
): Promise<string> {
  const asked = await by.api.refused(call, input)
  return asked.approval?.who === 'other' ? asked.code : `${asked.approval?.who}`
}

async function ofSteel({ manager, deal }: CheatDay, fields: object) {
  const { id } = deal.products.steel
  const { items } = await manager.api.send(product.getAll, { query: {} })
  return { body: { id, version: items.find((one) => one.id === id)!.version, ...fields } }
}
