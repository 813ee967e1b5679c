import { formatPhone } from '#contract/requisites/phone.ts'
import { kycTitles, supplierTypeTitles } from '#contract/core/display-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { supplierList } from '../../supplier/search/list-suppliers.ts'
import { listExport, type ExportColumns } from './list-export.ts'
import { openMarks } from './marks.ts'

const columns: ExportColumns<Supplier> = {
  name: { title: 'Поставщик', kind: 'text', value: (row) => row.name },
  type: { title: 'Вид', kind: 'text', value: (row) => supplierTypeTitles[row.type] },
  inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
  phone: { title: 'Телефон', kind: 'text', value: (row) => row.phone && formatPhone(row.phone) },
  methods: { title: 'Способов', kind: 'integer', value: (row) => row.methods_count ?? null },
  kyc: { title: 'Данные', kind: 'text', value: (row) => kycTitles[row.kyc] },
  consent: {
    title: 'Согласие',
    kind: 'text',
    value: (row) => statusTitle('consent', row.consent_status),
  },
  acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts_count ?? null },
  ytd: { title: 'За год', kind: 'money', value: (row) => row.ytd_paid_kop ?? null },
  visit: {
    title: 'Был',
    kind: 'day',
    value: (row, dayOf) => (row.last_visit_at ? dayOf(row.last_visit_at) : null),
  },
  flags: { title: 'Пометки', kind: 'text', value: (row) => openMarks(row.flags) },
  reason: { title: 'Причина', kind: 'text', value: (row) => row.status_reason },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('supplier', row.status) },
}

export const exportedSuppliers = listExport({
  call: supplier.getAll,
  title: 'Поставщики',
  columns,
  list: supplierList,
  rows: (_, items) => items as Supplier[],
})
