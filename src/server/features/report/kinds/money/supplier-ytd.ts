import { payment } from '#contract/payment/payment.ts'
import { yearWarning } from '../../../supplier/record/card-queries.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { overParam, yearParam } from '../../report-params.ts'
import { walkSupplierYears, type SupplierYearRow } from './supplier-year-queries.ts'

interface Row extends SupplierYearRow {
  /** The company's bound of a year, 250 000 ₽ unless it was changed (domain.md 13.3). */
  readonly warning_kop: number
}

export const supplierYtd = reportKind({
  type: 'supplier_ytd',
  title: 'Выплаты с начала года',
  permission: 'report.control',
  source: payment.getAll,
  params: { year: yearParam, over_kop: overParam },
  columns: {
    supplier: { title: 'Поставщик', kind: 'text', value: (row: Row) => supplierName(row) },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: {
      title: 'Актов',
      kind: 'integer',
      value: (row) => row.acts,
      addend: (row) => row.acts,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: (row) => row.paid_kop,
    },
    returned: {
      title: 'Возвращено',
      kind: 'money',
      value: (row) => row.returned_kop,
      sums: 'returnedOfRows',
      addend: (row) => row.returned_kop,
    },
    total: {
      title: 'Итого за год',
      kind: 'money',
      value: (row) => row.net_kop,
      sums: 'yearPaid',
      addend: (row) => row.net_kop,
    },
    limit: { title: 'Порог', kind: 'money', value: (row) => row.warning_kop },
    over: {
      title: 'Выше порога',
      kind: 'flag',
      value: (row) => row.net_kop > row.warning_kop,
    },
  },
  formats: ['xlsx', 'csv'],
  chart: { title: 'Выплаты за год', unit: 'kop', name: 'supplier', value: 'total' },
  opens: ({ id }) => `/operator/suppliers?id=${id}`,
  async *rows(db, params) {
    const warning_kop = await yearWarning(db)
    for await (const row of walkSupplierYears(db, params)) yield { ...row, warning_kop }
  },
})
