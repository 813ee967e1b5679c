import { act } from '#contract/act/act.ts'
import { printedContaminationBp } from '../../../../arithmetic/weights.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, productParam, siteParam } from '../../report-params.ts'
import { actsAddress } from '../acts-address.ts'
import { sumPurchases, type PurchasedProduct } from '../purchases-by-product.ts'

const lostOf = ({ phys_g, net_g }: PurchasedProduct) => phys_g - net_g

export const contaminationLosses = reportKind({
  type: 'contamination_losses',
  title: 'Потери на засоре',
  sentence: 'Сколько веса и денег сняли засором',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, product_id: productParam, site_id: siteParam },
  columns: {
    product: { title: 'Товар', kind: 'text', value: (row: PurchasedProduct) => row.product_name },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts },
    phys: {
      title: 'Физический вес',
      kind: 'weight',
      value: (row) => row.phys_g,
      addend: true,
    },
    lost: { title: 'Засор и вычеты', kind: 'weight', value: lostOf, addend: lostOf },
    share: {
      title: 'Доля',
      kind: 'percent',
      value: (row) => (row.phys_g > 0 ? printedContaminationBp(row.phys_g, row.net_g) : null),
    },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: true },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Засор и вычеты по товарам', unit: 'g', name: 'product', value: 'lost' },
  opens: ({ product_id }, { date_from, date_to, site_id }) =>
    actsAddress({ date_from, date_to, product_id, site_id }),
  async *rows(db, params) {
    const bought = await sumPurchases(db, params)
    yield* bought
      .filter(({ measure }) => measure !== 'piece')
      .toSorted((a, b) => lostOf(b) - lostOf(a))
  },
})
