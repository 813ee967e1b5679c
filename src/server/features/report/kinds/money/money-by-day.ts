import { methodKindTitles } from '#contract/core/display-text.ts'
import { payment } from '#contract/payment/payment.ts'
import { reportKind } from '../../report-kind.ts'
import { bankConfigParam, periodParams } from '../../report-params.ts'
import { walkMoneyByDay, type MoneyOfDay } from './money-by-day-queries.ts'

export const moneyByDay = reportKind({
  type: 'money_by_day',
  title: 'Деньги по дням',
  sentence: 'Сколько денег ушло и вернулось по дням',
  permission: 'report.create',
  source: payment.getAll,
  params: { ...periodParams, bank_config_id: bankConfigParam },
  columns: {
    day: { title: 'День', kind: 'day', value: (row: MoneyOfDay) => row.day },
    bank: { title: 'Банк', kind: 'text', value: (row) => row.bank },
    kind: { title: 'Куда', kind: 'text', value: (row) => methodKindTitles[row.kind] },
    payments: {
      title: 'Выплат',
      kind: 'integer',
      value: (row) => row.payments,
      addend: true,
    },
    paid: {
      title: 'Ушло',
      kind: 'money',
      value: (row) => row.paid_kop,
      sums: 'paid',
      addend: true,
    },
    waiting: {
      title: 'Ждёт',
      kind: 'money',
      value: (row) => row.waiting_kop,
      sums: 'waiting',
      addend: true,
    },
    rejected: {
      title: 'Отклонено',
      kind: 'money',
      value: (row) => row.rejected_kop,
      sums: 'rejected',
      addend: true,
    },
    returned: {
      title: 'Вернулось',
      kind: 'money',
      value: (row) => row.returned_kop,
      sums: 'returned',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Ушло по дням', unit: 'kop', name: 'day', value: 'paid' },
  rows: walkMoneyByDay,
})
