import { act } from '#contract/act/act.ts'
import { paths } from '#contract/screen-paths.ts'
import { supplierTypeTitles } from '#contract/core/display-text.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, siteParam, supplierParam } from '../../report-params.ts'
import { actsAddress, NAMED_RECORDS } from '../acts-address.ts'
import { walkPurchases, type SupplierPurchases } from './purchases-by-supplier-queries.ts'

export const purchasesBySupplier = reportKind({
  type: 'purchases_by_supplier',
  title: 'Закупки по поставщикам',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, supplier_id: supplierParam, site_id: siteParam },
  columns: {
    supplier: {
      title: 'Поставщик',
      kind: 'text',
      value: (row: SupplierPurchases) => supplierName(row),
    },
    type: { title: 'Вид', kind: 'text', value: (row) => supplierTypeTitles[row.type] },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: {
      title: 'Актов',
      kind: 'integer',
      value: (row) => row.acts,
      addend: (row) => row.acts,
    },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: (row) => row.net_g },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: (row) => row.total_kop,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'actsPaid',
      addend: (row) => row.paid_kop,
    },
    left: {
      title: 'Долг',
      kind: 'money',
      value: (row) => row.total_kop - row.paid_kop,
      sums: 'debt',
      addend: (row) => row.total_kop - row.paid_kop,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Закупки по поставщикам', unit: 'kop', name: 'supplier', value: 'amount' },
  opens: ({ id, record_ids }, { date_from, date_to, site_id }) =>
    record_ids.length > NAMED_RECORDS
      ? `${paths.suppliers}?id=${id}`
      : actsAddress({ date_from, date_to, site_id, supplier_ids: record_ids }),
  rows: walkPurchases,
})
