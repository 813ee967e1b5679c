import { price } from '#contract/price/price.ts'
import { product } from '#contract/price/product.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { setPrice } from '#test/builders/builders.ts'
import { REASON, type CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { buyPieces } from './unweighed.ts'

// Roubles of the list, in kopecks per tonne.
const STEEL = 2_450_000

/** A product of the manager's own making. */
async function makeProduct({ manager }: CheatDay, name: string): Promise<string> {
  const body = {
    kind: 'item' as const,
    name,
    measure: 'piece' as const,
    metal_class: 'none' as const,
  }
  return (await manager.api.send(product.update, { body })).id
}

let climbed = 0
/** A column that nobody buys by, which has climbed for weeks by a little a day. */
async function climbedColumn(day: CheatDay): Promise<string> {
  const title = `Для своих ${++climbed}`
  const { id } = await day.manager.api.send(price.updateColumn, { body: { title } })
  await setPrice(day.own, day.deal.products.steel.id, id, STEEL * 3)
  return id
}

export const priceWays: readonly Way[] = [
  {
    name: 'a product is made, and its first price is whatever the manager likes',
    async tries(day) {
      const product_id = await makeProduct(day, 'Диск литой')
      const body = { product_id, column_id: day.own.columnId, price_kop: 5_000_000 }
      return (await day.manager.api.refused(price.updateCell, { body })).code
    },
    ends: 'price.step-reason',
  },
  {
    name: 'the first price of a made product is confirmed with the own PIN',
    async tries(day) {
      const product_id = await makeProduct(day, 'Катализатор')
      const cell = { product_id, column_id: day.own.columnId, price_kop: 5_000_000 }
      const asked = await day.manager.api.refused(price.updateCell, {
        body: { ...cell, reason: REASON },
      })
      return asked.approval?.who === 'other' ? asked.code : `${asked.approval?.who}`
    },
    ends: 'approval.required',
  },
  {
    name: 'the first price of a made product is planned for the day after tomorrow',
    async tries(day) {
      const product_id = await makeProduct(day, 'Колёсная пара')
      const from_at = new Date(Date.now() + 48 * 3_600_000).toISOString()
      const cells = [{ product_id, column_id: day.own.columnId, price_kop: 5_000_000 }]
      return (await day.manager.api.refused(price.plan, { body: { from_at, cells } })).code
    },
    ends: 'price.step-reason',
  },
  {
    name: 'a price is doubled by a plan for the day after tomorrow, to be planned back later',
    async tries(day) {
      const { steel } = day.deal.products
      const from_at = new Date(Date.now() + 48 * 3_600_000).toISOString()
      const cells = [
        { product_id: steel.id, column_id: day.own.columnId, price_kop: steel.priceKop! * 2 },
      ]
      return (await day.manager.api.refused(price.plan, { body: { from_at, cells } })).code
    },
    ends: 'price.step-reason',
  },
  {
    name: 'who made the product looks at the exception of its pieces',
    async tries(day) {
      const product_id = await makeProduct(day, 'Баллон пустой')
      const cell = { product_id, column_id: day.own.columnId, price_kop: 500_000 }
      await day.confirmed(day.manager, price.updateCell, { body: { ...cell, reason: REASON } })
      const { id } = await buyPieces(day, 100, product_id)
      const items = [{ entity: 'act' as const, entity_id: id, code: 'pieces_unweighed' as const }]
      const body = { items, note: REASON }
      return (await day.manager.api.refused(flagReview.reviewExceptions, { body })).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a column that climbed unseen is given to a friend',
    async tries(day) {
      const price_column_id = await climbedColumn(day)
      const { id } = day.deal.supplier
      const { version } = await day.manager.api.send(supplier.get, { query: { id } })
      const body = { id, version, price_column_id }
      return (await day.manager.api.refused(supplier.update, { body })).code
    },
    ends: 'approval.required',
  },
  {
    name: 'an operator enters a friend with a column that climbed unseen',
    async tries(day) {
      const body = {
        type: 'person' as const,
        last_name: 'Дружков',
        first_name: 'Егор',
        price_column_id: await climbedColumn(day),
      }
      return (await day.operator.api.refused(supplier.create, { body })).code
    },
    ends: 'access.denied',
  },
  {
    name: 'a column that climbed unseen becomes the default one',
    async tries(day) {
      const query = { id: await climbedColumn(day) }
      return (await day.manager.api.refused(price.setDefaultColumn, { query })).code
    },
    ends: 'approval.required',
  },
]
