import { act } from '#contract/act/act.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, productParam, siteParam } from '../report-params.ts'
import { actsAddress } from './acts-address.ts'
import { sumPurchases, type PurchasedProduct } from './purchases-by-product-queries.ts'

export const purchasesByProduct = reportKind({
  type: 'purchases_by_product',
  title: 'Закупки по номенклатуре',
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
      addend: (row) => row.amount_kop,
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

function isPiece({ measure }: PurchasedProduct): boolean {
  return measure === 'piece'
}
