import { act } from '#contract/act/act.ts'
import { supplierName } from '../../../supplier/record/supplier-name.ts'
import { reportKind } from '../../report-kind.ts'
import { daysParam, siteParam } from '../../report-params.ts'
import { walkUnsignedActs, type UnsignedAct } from './unsigned-acts-queries.ts'

export const unsignedActs = reportKind({
  type: 'unsigned_acts',
  title: 'Акты без подписанного скана',
  permission: 'report.create',
  source: act.getAll,
  params: { days: daysParam, site_id: siteParam },
  columns: {
    number: { title: 'Номер', kind: 'text', value: (row: UnsignedAct) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    days: { title: 'Дней', kind: 'integer', value: (row) => row.days },
    supplier: { title: 'Поставщик', kind: 'text', value: (row) => supplierName(row) },
    sheet: { title: 'Скан', kind: 'text', value: sheetWords },
    total: {
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
    issued_by: { title: 'Выписал', kind: 'text', value: (row) => row.issued_by },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: {
    title: 'Выплачено без скана, по поставщикам',
    unit: 'kop',
    name: 'supplier',
    value: 'paid',
  },
  opens: ({ id }) => `/operator/act/${id}`,
  rows: walkUnsignedActs,
})

function sheetWords({ waiting_pages, reject_reason }: UnsignedAct): string {
  if (waiting_pages > 0) return 'Ждёт проверки'
  return reject_reason ? `Отклонён: ${reject_reason}` : 'Нет'
}
