import { act } from '#contract/act/act.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { letTimePass } from '#test/site/fake-yard.ts'
import type { CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'

/** Pieces of a product that is no scrap, which nobody weighed, bought by one draft and its issue. */
export async function buyPieces(
  day: CheatDay,
  qty: number,
  product_id = day.deal.products.pallet.id,
): Promise<ActForm> {
  const draft = await day.operator.api.send(act.update, {
    body: { command: 'save', supplier_id: day.deal.supplier.id, positions: [{ product_id, qty }] },
  })
  return day.operator.api.send(act.update, day.issueOf(draft))
}

export const unweighedWays: readonly Way[] = [
  {
    name: 'pieces of air are bought by a little at a time',
    async tries(day) {
      await buyPieces(day, 40)
      return (await buyPieces(day, 40)).id
    },
    ends: { sees: 'pieces_unweighed' },
  },
  {
    name: 'a thousand pieces of air are bought without a scale and a picture',
    tries: async (day) => (await buyPieces(day, 1000)).id,
    ends: { sees: 'pieces_unweighed' },
  },
  {
    name: 'a load that was weighed without a name is bought as copper',
    async tries(day) {
      const { copper } = day.deal.products
      const draft = await day.draftOf((await day.weighed()).id, {
        product_id: copper.id,
        zasor_bp: 0,
      })
      return (await day.operator.api.send(act.update, day.issueOf(draft))).id
    },
    ends: { sees: 'product_unnamed' },
  },
  {
    name: 'a load that was weighed without a name is called copper before it is bought',
    async tries(day) {
      const { id, version } = await day.weighed()
      const product_id = day.deal.products.copper.id
      const body = { command: 'set_info' as const, id, version, product_id }
      await day.operator.api.send(visitCalls.update, { body })
      return id
    },
    ends: { sees: 'product_unnamed' },
  },
  {
    name: 'the product of a weighed load is taken away and a dearer one written',
    async tries(day) {
      const { steel, copper } = day.deal.products
      const { id, version } = await day.weighed(12_340, 4_260, { product_id: steel.id })
      const named = (product_id: string | null, version: number) => ({
        body: { command: 'set_info' as const, id, version, product_id },
      })
      const sent = await day.operator.api.send(visitCalls.update, named(null, version))
      const nameless = sent as VisitCard
      await day.operator.api.send(visitCalls.update, named(copper.id, nameless.version))
      return id
    },
    ends: { sees: 'product_changed' },
  },
  {
    name: 'the product is taken away while the truck is on site, and it leaves as a dearer one',
    async tries(day) {
      const { steel, copper } = day.deal.products
      const { driver, yard, operator } = day
      const entered = await driver.captureIn(12_340, driver.newPlate(), { product_id: steel.id })
      await yard.empty(1)
      await letTimePass(day.own, 90)
      const { id } = entered
      const named = { command: 'set_info' as const, id, version: entered.version }
      const nameless = (await operator.api.send(visitCalls.update, {
        body: { ...named, product_id: null },
      })) as VisitCard
      const out = { command: 'capture_out' as const, id, version: nameless.version }
      const reading = await yard.load(1, 4_260)
      const body = { ...out, reading, product_id: copper.id }
      await operator.api.send(visitCalls.update, { body })
      await yard.empty(1)
      return id
    },
    ends: { sees: 'product_changed' },
  },
]
