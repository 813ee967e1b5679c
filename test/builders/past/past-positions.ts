import { weightAmount } from '#server/arithmetic/amounts.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { TestCompany } from '../../support/world.ts'
import { addIssued, type Deal } from '../act-forms.ts'

interface Priced {
  readonly price_kop: number
  /** Null where the list had no price. */
  readonly base_price_kop: number | null
}
export interface PastSteel extends Priced {
  readonly net_g: number
  readonly phys_g: number
}
export interface PastPallets extends Priced {
  readonly qty: number
}

interface PastPurchase {
  readonly deal: Deal
  readonly date: string
  readonly site_id?: string
  readonly status?: 'void'
  readonly steel: PastSteel
  readonly pallets?: PastPallets
}

export interface PurchaseOfDay {
  readonly number: string
  readonly net_g: number
  readonly total_kop: number
}

export const steelAmount = ({ net_g, price_kop }: PastSteel): number =>
  weightAmount(net_g, price_kop)

/** An issued act that is moved to a past day, with figures of its own: a history of months cannot be made by commands. */
export async function addPastPurchase(
  company: TestCompany,
  { deal, date, site_id = company.siteId, status, steel, pallets }: PastPurchase,
): Promise<PurchaseOfDay> {
  const { id, number } = await addIssued(company, deal)
  const { q } = company.db
  const { net_g } = steel
  const total_kop = steelAmount(steel) + (pallets ? pallets.qty * pallets.price_kop : 0)
  const ofPrice = (priced: Priced) => ({
    price_kop: priced.price_kop,
    base_price_kop: priced.base_price_kop,
    price_source: 'override',
    override_reason: 'Торг',
  })
  await q
    .updateTable('act')
    .set({ date, sort_at: `${date}T03:00:00Z`, site_id, net_g, total_kop })
    .$if(status !== undefined, (query) => query.set({ status: status! }))
    .where('id', '=', id)
    .execute()
  await q
    .updateTable('act_position')
    .set({ net_g, phys_g: steel.phys_g, amount_kop: steelAmount(steel), ...ofPrice(steel) })
    .where('act_id', '=', id)
    .execute()
  if (pallets)
    await q
      .insertInto('act_position')
      .values({
        company_id: company.id,
        id: uuidv7(),
        act_id: id,
        order: 1,
        product_id: deal.products.pallet.id,
        name: deal.products.pallet.name,
        measure: 'piece',
        qty: pallets.qty,
        column_id: company.columnId,
        amount_kop: pallets.qty * pallets.price_kop,
        ...ofPrice(pallets),
      })
      .execute()
  return { number: number!, net_g, total_kop }
}
