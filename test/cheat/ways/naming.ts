import { letTimePass } from '#test/site/fake-yard.ts'
import type { Way } from '../way.ts'
import { capture, drivesOn } from './weighing.ts'

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
]
