import { act } from '#contract/act/act.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { dateParam, daysParam, daysToParam, siteParam } from '../../report-params.ts'
import { walkUnpaidActs, type UnpaidAct } from './unpaid-acts-queries.ts'

const leftOf = ({ total_kop, paid_kop }: UnpaidAct) => total_kop - paid_kop

export const unpaidActs = reportKind({
  type: 'unpaid_acts',
  title: 'Неоплаченные акты',
  sentence: 'Кому и по каким актам ещё не заплатили',
  permission: 'report.create',
  source: act.getAll,
  params: { date: dateParam, site_id: siteParam, days: daysParam, days_to: daysToParam },
  columns: {
    number: { title: 'Номер', kind: 'text', value: (row: UnpaidAct) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    total: {
      title: 'Сумма',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: true,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'actsPaidByThen',
      addend: true,
    },
    left: { title: 'Долг', kind: 'money', value: leftOf, sums: 'debt', addend: leftOf },
    days: { title: 'Дней', kind: 'integer', value: (row) => row.days },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Долг по поставщикам', unit: 'kop', name: 'supplier', value: 'left' },
  opens: ({ id }) => `/operator/act/${id}`,
  rows: walkUnpaidActs,
})
