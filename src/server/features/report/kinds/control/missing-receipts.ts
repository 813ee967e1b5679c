import { payment } from '#contract/payment/payment.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { daysParam } from '../../report-params.ts'
import { walkMissingReceipts, type MissingReceipt } from './missing-receipts-queries.ts'

export const missingReceipts = reportKind({
  type: 'missing_receipts',
  title: 'Выплаты самозанятым без чека',
  permission: 'report.create',
  source: payment.getAll,
  params: { days: daysParam },
  columns: {
    paid_on: { title: 'Выплачено', kind: 'day', value: (row: MissingReceipt) => row.paid_on },
    days: { title: 'Дней', kind: 'integer', value: (row) => row.days },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    phone: { title: 'Телефон', kind: 'text', value: (row) => row.phone },
    acts: { title: 'Акты', kind: 'text', value: (row) => row.acts },
    amount: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.amount_kop,
      sums: 'missingReceipts',
      addend: (row) => row.amount_kop,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ id }) => `/operator/payments?id=${id}`,
  rows: walkMissingReceipts,
})
