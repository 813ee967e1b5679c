import { kycTitles, supplierTypeTitles } from '../core/display-text.ts'
import { openMarks } from '../core/flags.ts'
import { formatPhone } from '../requisites/phone.ts'
import type { Supplier } from '../supplier/supplier-entities.ts'
import type { ListColumns } from './column.ts'

export const supplierColumns = {
  name: { title: 'Поставщик', kind: 'text', value: (row) => row.name, sort: 'name' },
  type: { title: 'Вид', kind: 'text', value: (row) => supplierTypeTitles[row.type] },
  inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
  phone: { title: 'Телефон', kind: 'text', value: (row) => row.phone && formatPhone(row.phone) },
  methods: { title: 'Способов', kind: 'integer', value: (row) => row.methods_count },
  kyc: { title: 'Данные', kind: 'text', value: (row) => kycTitles[row.kyc] },
  consent: {
    title: 'Согласие',
    kind: 'status',
    of: 'consent',
    value: (row) => row.consent_status,
  },
  acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts_count },
  ytd: {
    title: 'За год',
    kind: 'money',
    value: (row) => row.ytd_paid_kop,
    sort: 'ytd_paid_kop',
  },
  visit: { title: 'Был', kind: 'day', value: (row) => row.last_visit_at, sort: 'last_visit_at' },
  flags: { title: 'Отметки', kind: 'text', value: (row) => openMarks(row.flags) },
  reason: { title: 'Причина', kind: 'text', value: (row) => row.status_reason },
  status: { title: 'Статус', kind: 'status', of: 'supplier', value: (row) => row.status },
} satisfies ListColumns<Supplier>
