import { countedAmount } from '../payment/counted-amount.ts'
import { shownStatus, type Payment } from '../payment/payment-entities.ts'
import { shortName } from '../user/people-labels.ts'
import type { ListColumns } from './column.ts'

/** Stands where its acts would: it has none, and no sum counts it. */
export const TEST_PAYMENT = 'Проверочная'

export const actsOf = (row: Pick<Payment, 'acts'>): string =>
  row.acts.map((part) => part.act_number).join(', ')

const people = (row: Payment) =>
  [row.created_by_name, row.approved_by_name]
    .filter((name) => name !== null)
    .map(shortName)
    .join(' / ')

export const paymentColumns = {
  saved_at: {
    title: 'Сохранена',
    kind: 'instant',
    value: (row) => row.saved_at,
    sort: 'saved_at',
  },
  supplier: {
    title: 'Поставщик',
    kind: 'text',
    value: (row) => row.supplier_name,
    sort: 'supplier_name',
  },
  amount: {
    title: 'Сумма',
    kind: 'money',
    value: (row) => row.amount_kop,
    sort: 'amount_kop',
    sums: 'payments',
    total: 'amount_kop',
    addend: countedAmount,
  },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'payment',
    value: shownStatus,
    sort: 'status',
  },
  method: { title: 'Куда', kind: 'text', value: (row) => row.method_label },
  acts: {
    title: 'Акты',
    kind: 'text',
    value: (row) => (row.is_test ? TEST_PAYMENT : actsOf(row)),
  },
  reason: { title: 'Причина', kind: 'text', value: (row) => row.reason_text },
  people: { title: 'Автор / подтвердил', kind: 'text', value: people },
  bank: {
    title: 'Банк',
    kind: 'text',
    value: (row) => (row.training ? 'УЧЕБНЫЙ БАНК' : row.bank_name),
  },
} satisfies ListColumns<Payment>
