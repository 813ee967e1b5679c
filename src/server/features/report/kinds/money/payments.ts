import { paymentColumns } from '#contract/lists/payment-columns.ts'
import { payment } from '#contract/payment/payment.ts'
import type { Payment, PaymentStatus } from '#contract/payment/payment-entities.ts'
import { walkList } from '../../../../list/lists.ts'
import { paymentList } from '../../../payment/review/read/list-payments.ts'
import { MAX_ROWS } from '../../lists/list-export.ts'
import { reportKind } from '../../report-kind.ts'
import { bankConfigParam, paymentStatusParam, periodParams } from '../../report-params.ts'

export const paymentsOfPeriod = reportKind({
  type: 'payments',
  title: 'Выплаты',
  sentence: 'Все выплаты периода с банком и статусом',
  permission: 'report.create',
  source: payment.getAll,
  params: { ...periodParams, status: paymentStatusParam, bank_config_id: bankConfigParam },
  columns: {
    saved_at: paymentColumns.saved_at,
    supplier: paymentColumns.supplier,
    acts: paymentColumns.acts,
    method: paymentColumns.method,
    amount: paymentColumns.amount,
    status: paymentColumns.status,
    reason: paymentColumns.reason,
    bank: paymentColumns.bank,
    ref: {
      title: 'Номер в банке',
      kind: 'text',
      value: (row: Payment) => row.provider_ref ?? row.document_number?.toString() ?? null,
    },
    registry: { title: 'Реестр', kind: 'text', value: (row) => row.registry_number },
    author: { title: 'Автор', kind: 'text', value: (row) => row.created_by_name },
    approver: { title: 'Подтвердил', kind: 'text', value: (row) => row.approved_by_name },
    finished_at: { title: 'Завершена', kind: 'instant', value: (row) => row.finished_at },
    returned: {
      title: 'Возвращено',
      kind: 'money',
      value: (row) => row.returned_kop,
      sums: 'returnedOfRows',
      addend: true,
    },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Выплаты по статусам', unit: 'kop', name: 'status', value: 'amount' },
  opens: ({ id }) => `/operator/payments?id=${id}`,
  async *rows(db, { status, bank_config_id, ...period }) {
    const filter = {
      ...period,
      ...(status && { status: [status as PaymentStatus] }),
      ...(bank_config_id && { bank_config_id: [bank_config_id] }),
      is_test: false,
      sort: [['saved_at', 'asc']] as [['saved_at', 'asc']],
    }
    for await (const payments of walkList(db, paymentList(db, filter), MAX_ROWS + 1))
      yield* payments
  },
})
