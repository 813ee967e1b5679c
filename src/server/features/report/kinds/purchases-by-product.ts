import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import type { Db } from '../../../db/handle.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, productParam, siteParam } from '../report-params.ts'
import { actsAddress } from './acts-address.ts'

export const purchasesByProduct = reportKind({
  type: 'purchases_by_product',
  title: 'Закупки по номенклатуре',
  sentence: 'Сколько чего купили и на какую сумму',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, product_id: productParam, site_id: siteParam },
  columns: {
    group: { title: 'Группа', kind: 'text', value: (row: PurchasedProduct) => row.group_name },
    product: { title: 'Товар', kind: 'text', value: (row) => row.product_name },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts },
    phys: {
      title: 'Физический вес',
      kind: 'weight',
      value: (row) => (isPiece(row) ? null : row.phys_g),
      addend: (row) => row.phys_g,
    },
    contamination: {
      title: 'Засор и вычеты',
      kind: 'weight',
      value: (row) => (isPiece(row) ? null : row.phys_g - row.net_g),
      addend: (row) => row.phys_g - row.net_g,
    },
    net: {
      title: 'Нетто',
      kind: 'weight',
      value: (row) => (isPiece(row) ? null : row.net_g),
      addend: (row) => row.net_g,
    },
    qty: { title: 'Штук', kind: 'integer', value: (row) => (isPiece(row) ? row.qty : null) },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'purchases',
      addend: true,
    },
    price: { title: 'Средняя цена', kind: 'money', value: (row) => row.price_kop },
    unit: { title: 'За', kind: 'text', value: (row) => (isPiece(row) ? 'шт.' : 'т') },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Закупки по товарам', unit: 'kop', name: 'product', value: 'amount' },
  opens: ({ product_id }, { date_from, date_to, site_id }) =>
    actsAddress({ date_from, date_to, product_id, site_id }),
  async *rows(db, params) {
    yield* await sumPurchases(db, params)
  },
})

interface Purchases {
  readonly date_from: string
  readonly date_to: string
  readonly product_id?: string | undefined
  readonly site_id?: string | undefined
}

export type PurchasedProduct = Awaited<ReturnType<typeof sumPurchases>>[number]

/** Purchases of issued acts of a period, by product; drafts and void acts do not count. */
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

function isPiece({ measure }: PurchasedProduct): boolean {
  return measure === 'piece'
}
