import { act } from '#contract/act/act.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addClosedVisit } from '#test/builders/closed-visits.ts'
import { letTimePass } from '#test/site/fake-yard.ts'
import type { CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { capture, drivesOn } from './weighing.ts'

type Named = { readonly kg: number; readonly product_id?: string }

/** Loads of a day as their visits name them, bought as one product without contamination; answers the last act. */
async function buy(
  { own, deal, operator, draftOf, issueOf }: CheatDay,
  as: string,
  loads: readonly Named[],
  supplier = deal.supplier,
): Promise<string> {
  let last = ''
  for (const { kg, product_id } of loads) {
    const weights = { in_g: 4_260_000 + kg * 1000, out_g: 4_260_000 }
    const visit = await addClosedVisit(own, { ...weights, ...(product_id && { product_id }) })
    const of = { ...deal, supplier }
    const draft = await draftOf(visit.id, { product_id: as, zasor_bp: 0 }, of)
    last = (await operator.api.send(act.update, issueOf(draft))).id
  }
  return last
}

/** What a load is called while it is weighed. */
export const namingWays: readonly Way[] = [
  {
    name: 'the product is swapped for a dearer one at the middle weighing',
    async tries(day) {
      const { steel, copper } = day.deal.products
      const entered = await capture(day, { ...(await drivesOn(day)), product_id: steel.id })
      const next = async (kg: number) => {
        await day.yard.empty(1)
        await letTimePass(day.own, 90)
        return day.yard.load(1, kg)
      }
      const { id, version } = entered
      const mid = await capture(day, {
        command: 'capture_mid',
        id,
        version,
        reading: await next(9_340),
        product_id: copper.id,
      })
      const out = { command: 'capture_out' as const, id, version: mid.version }
      await capture(day, { ...out, reading: await next(4_260) })
      await day.yard.empty(1)
      return id
    },
    ends: { sees: 'product_changed' },
  },
  {
    name: 'a truck of steel is called copper at its first weighing',
    async tries(day) {
      const { paper, copper } = day.deal.products
      // A post takes something before a load is unusual there.
      const loads = Array.from({ length: 20 }, () => ({ kg: 500, product_id: paper.id }))
      await buy(day, paper.id, loads, await addSupplier(day.own))
      const { id } = await day.weighed(8_340, 4_240, { product_id: copper.id })
      const draft = await day.draftOf(id, { product_id: copper.id, zasor_bp: 0 })
      return (await day.operator.api.send(act.update, day.issueOf(draft))).id
    },
    ends: { sees: 'product_unnamed' },
  },
  {
    name: 'five bags of copper make a truck of it usual of their supplier',
    async tries(day) {
      const { copper } = day.deal.products
      const supplier = await addSupplier(day.own)
      const bags = [1, 2, 3, 4, 5].map(() => ({ kg: 3, product_id: copper.id }))
      await buy(day, copper.id, bags, supplier)
      return buy(day, copper.id, [{ kg: 400 }], supplier)
    },
    ends: { sees: 'product_unnamed' },
  },
]
