import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly product_id?: string | undefined
  readonly site_id?: string | undefined
}

export type PurchasedProduct = Awaited<ReturnType<typeof sumPurchases>>[number]

/** What issued acts of a period bought, by product; drafts and void acts bought nothing. */
export function sumPurchases(db: Db, { date_from, date_to, product_id, site_id }: Purchases) {
  const amount = sql`sum(ap.amount_kop)::numeric`
  return db.q
    .selectFrom('act_position as ap')
    .innerJoin('act as a', (join) =>
      join.onRef('a.company_id', '=', 'ap.company_id').onRef('a.id', '=', 'ap.act_id'),
    )
    .innerJoin('product as p', (join) =>
      join.onRef('p.company_id', '=', 'ap.company_id').onRef('p.id', '=', 'ap.product_id'),
    )
    .leftJoin('product as g', (join) =>
      join.onRef('g.company_id', '=', 'p.company_id').onRef('g.id', '=', 'p.parent_id'),
    )
    .where('ap.company_id', '=', db.companyId)
    .where('a.status', 'in', ['issued', 'signed'])
    .where('a.date', '>=', date_from)
    .where('a.date', '<=', date_to)
    .$if(product_id !== undefined, (query) => query.where('ap.product_id', '=', product_id!))
    .$if(site_id !== undefined, (query) => query.where('a.site_id', '=', site_id!))
    .groupBy(['g.name', 'p.id', 'p.name', 'ap.measure'])
    .select([
      'g.name as group_name',
      'p.id as product_id',
      'p.name as product_name',
      'ap.measure',
      sql<number>`count(distinct ap.act_id)`.as('acts'),
      sql<number>`coalesce(sum(ap.phys_g), 0)::bigint`.as('phys_g'),
      sql<number>`coalesce(sum(ap.net_g), 0)::bigint`.as('net_g'),
      sql<number>`coalesce(sum(ap.qty), 0)::bigint`.as('qty'),
      sql<number>`sum(ap.amount_kop)::bigint`.as('amount_kop'),
      // Kopecks per tonne or per piece; `round` of numeric takes a half upwards.
      sql<
        number | null
      >`(case when ap.measure = 'piece' then round(${amount} / nullif(sum(ap.qty), 0))
          else round(${amount} * 1000000 / nullif(sum(ap.net_g), 0)) end)::bigint`.as('price_kop'),
    ])
    .orderBy(sql`sum(ap.amount_kop)`, 'desc')
    .orderBy('p.name')
    .orderBy('p.id')
    .orderBy('ap.measure')
    .execute()
}
