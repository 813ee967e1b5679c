import { payment } from '#contract/payment/payment.ts'
import type { Payment } from '#contract/payment/payment-entities.ts'
import { shortName } from '#contract/user/people-labels.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import { countedAmount } from '#contract/core/sum-meanings.ts'
import { paymentList } from '../../payment/read/list-payments.ts'
import { listExport, type ExportColumns } from './list-export.ts'

const people = (row: Payment) =>
  [row.created_by_name, row.approved_by_name]
    .filter((name) => name !== null)
    .map(shortName)
    .join(' / ')

const columns: ExportColumns<Payment> = {
  saved_at: { title: 'Сохранена', kind: 'instant', value: (row) => row.saved_at },
  supplier: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier_name },
  amount: {
    title: 'Сумма',
    kind: 'money',
    value: (row) => row.amount_kop,
    sum: countedAmount,
  },
  status: { title: 'Статус', kind: 'text', value: (row) => statusTitle('payment', row.status) },
  method: { title: 'Куда', kind: 'text', value: (row) => row.method_label },
  acts: {
    title: 'Акты',
    kind: 'text',
    value: (row) => row.acts.map((part) => part.act_number).join(', '),
  },
  reason: { title: 'Причина', kind: 'text', value: (row) => row.reason_text },
  people: { title: 'Автор / подтвердил', kind: 'text', value: people },
  bank: {
    title: 'Банк',
    kind: 'text',
    value: (row) => (row.training ? 'УЧЕБНЫЙ БАНК' : row.bank_name),
  },
}

export const exportedPayments = listExport({
  call: payment.getAll,
  title: 'Выплаты',
  columns,
  list: paymentList,
  rows: (_, items) => items,
})
