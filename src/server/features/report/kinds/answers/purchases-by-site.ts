import { act } from '#contract/act/act.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams } from '../../report-params.ts'
import { actsAddress } from '../acts-address.ts'
import { walkSitePurchases, type SitePurchases } from './purchases-by-site-queries.ts'

export const purchasesBySite = reportKind({
  type: 'purchases_by_site',
  title: 'Закупки по площадкам',
  permission: 'report.create',
  source: act.getAll,
  params: periodParams,
  columns: {
    site: { title: 'Площадка', kind: 'text', value: (row: SitePurchases) => row.name },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: (row) => row.acts },
    suppliers: { title: 'Поставщиков', kind: 'integer', value: (row) => row.suppliers },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: (row) => row.net_g },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: (row) => row.total_kop,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Закупки по площадкам', unit: 'kop', name: 'site', value: 'amount' },
  opens: ({ site_id }, { date_from, date_to }) => actsAddress({ date_from, date_to, site_id }),
  rows: walkSitePurchases,
})
