import { act } from '#contract/act/act.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, productParam, siteParam } from '../../report-params.ts'
import { actsAddress } from '../acts-address.ts'
import { walkAveragePrices, type AveragePrice } from './average-prices-queries.ts'

const isPiece = ({ measure }: AveragePrice) => measure === 'piece'

export const averagePrices = reportKind({
  type: 'average_prices',
  title: 'Средние цены закупки',
  sentence: 'Почём покупали: к прайсу и к прошлому периоду',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, product_id: productParam, site_id: siteParam },
  columns: {
    product: { title: 'Товар', kind: 'text', value: (row: AveragePrice) => row.product_name },
    net: {
      title: 'Нетто',
      kind: 'weight',
      value: (row) => (isPiece(row) ? null : row.quantity),
      addend: (row) => (isPiece(row) ? 0 : row.quantity),
    },
    qty: { title: 'Штук', kind: 'integer', value: (row) => (isPiece(row) ? row.quantity : null) },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'purchases',
      addend: true,
    },
    unit: { title: 'Цена за', kind: 'text', value: (row) => (isPiece(row) ? 'шт.' : 'т') },
    price: { title: 'Средняя цена', kind: 'money', value: (row) => row.price_kop },
    list: { title: 'Цена прайса', kind: 'money', value: (row) => row.list_kop },
    deviation: {
      title: 'От прайса',
      kind: 'percent',
      value: (row) => row.deviation_bp,
    },
    former: { title: 'Месяцем раньше', kind: 'money', value: (row) => row.former_kop },
    change: { title: 'Изменение', kind: 'percent', value: (row) => row.change_bp },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Куда ушли деньги', name: 'product', value: 'amount', unit: 'kop' },
  opens: ({ product_id }, { date_from, date_to, site_id }) =>
    actsAddress({ date_from, date_to, product_id, site_id }),
  rows: walkAveragePrices,
})
