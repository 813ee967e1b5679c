import { payment } from '#contract/payment/payment.ts'
import { paymentColumns } from '#contract/lists/payment-columns.ts'
import { paymentList } from '../../payment/read/list-payments.ts'
import { listExport } from './list-export.ts'

export const exportedPayments = listExport({
  call: payment.getAll,
  title: 'Выплаты',
  columns: paymentColumns,
  list: paymentList,
  rows: (_, items) => items,
})
