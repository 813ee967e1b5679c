import { act } from '#contract/act/act.ts'
import { paths } from '#contract/screen-paths.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, siteParam, supplierParam, userParam } from '../../report-params.ts'
import { actsAddress, NAMED_RECORDS } from '../acts-address.ts'
import { walkLosses, type Loss } from './losses-queries.ts'

export const losses = reportKind({
  type: 'losses',
  title: 'Потери на засоре и ценах',
  sentence: 'Во что обошлись засор и цены выше прайса',
  permission: 'report.control',
  source: act.getAll,
  params: { ...periodParams, user_id: userParam, supplier_id: supplierParam, site_id: siteParam },
  columns: {
    operator: { title: 'Кто выписал', kind: 'text', value: (row: Loss) => row.operator },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: true },
    below: {
      title: 'Засор ниже нормы',
      kind: 'money',
      value: (row) => row.below_kop,
      sums: 'besideNorm',
      addend: true,
    },
    dearer: {
      title: 'Дороже прайса дня',
      kind: 'money',
      value: (row) => row.dearer_kop,
      sums: 'besideNorm',
      addend: true,
    },
    lost: {
      title: 'Потеряно',
      kind: 'money',
      value: (row) => row.lost_kop,
      sums: 'besideNorm',
      addend: true,
    },
    above: {
      title: 'Засор выше нормы',
      kind: 'money',
      value: (row) => row.above_kop,
      sums: 'besideNorm',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Потери по поставщикам', unit: 'kop', name: 'supplier', value: 'lost' },
  opens: ({ supplier_id, record_ids }, { date_from, date_to, site_id }) =>
    record_ids.length > NAMED_RECORDS
      ? `${paths.suppliers}?id=${supplier_id}`
      : actsAddress({ date_from, date_to, site_id, supplier_ids: record_ids }),
  rows: walkLosses,
})
