import { company } from '#contract/company/company.ts'
import { reportKind } from '../../report-kind.ts'
import { companyParam, periodParams } from '../../report-params.ts'
import { walkTurnover, type CompanyTurnover } from './platform-turnover-queries.ts'

export const platformTurnover = reportKind({
  type: 'platform_turnover',
  title: 'Обороты компаний',
  permission: 'company.manage',
  source: company.getAll,
  params: { ...periodParams, company_id: companyParam },
  columns: {
    company: { title: 'Компания', kind: 'text', value: (row: CompanyTurnover) => row.name },
    inn: { title: 'ИНН', kind: 'text', value: (row) => row.inn },
    acts: { title: 'Актов', kind: 'integer', value: (row) => row.acts, addend: (row) => row.acts },
    net: { title: 'Нетто', kind: 'weight', value: (row) => row.net_g, addend: (row) => row.net_g },
    total: {
      title: 'Сумма закупок',
      kind: 'money',
      value: (row) => row.total_kop,
      sums: 'purchases',
      addend: (row) => row.total_kop,
    },
    paid: {
      title: 'Выплачено',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: (row) => row.paid_kop,
    },
    rejected: {
      title: 'Отклонено выплат',
      kind: 'integer',
      value: (row) => row.rejected,
      addend: (row) => row.rejected,
    },
    rejected_sum: {
      title: 'Отклонено',
      kind: 'money',
      value: (row) => row.rejected_kop,
      sums: 'rejected',
      addend: (row) => row.rejected_kop,
    },
    unknown: {
      title: 'Уточняется выплат',
      kind: 'integer',
      value: (row) => row.unknown,
      addend: (row) => row.unknown,
    },
    unknown_sum: {
      title: 'Уточняется',
      kind: 'money',
      value: (row) => row.unknown_kop,
      sums: 'unknown',
      addend: (row) => row.unknown_kop,
    },
  },
  formats: ['xlsx', 'csv'],
  chart: { title: 'Закупки по компаниям', unit: 'kop', name: 'company', value: 'total' },
  opens: ({ id }) => `/super/companies?id=${id}`,
  rows: walkTurnover,
})
