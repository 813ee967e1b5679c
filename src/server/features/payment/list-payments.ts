import type { CallInput } from '#contract/call.ts'
import type { payment } from '#contract/payment.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { asList, readList } from '../../lists.ts'
import { filteredPayments, paymentTotals, type PaymentFilter } from './payment-list-queries.ts'
import { shownPayment } from './shown-payment.ts'
import { withPaymentColumns } from './shown-queries.ts'

/** payment/getAllPayments: newest first, with sums by status over the whole filter. */
export async function listPayments(
  db: Db,
  { query }: CallInput<typeof payment.getAll>,
): Promise<Answer<typeof payment.getAll>> {
  return readList(db, paymentList(db, query.filter ?? {}))
}

/** The list for whoever reads it: a page at a time or whole. */
export function paymentList(db: Db, filter: PaymentFilter) {
  const from = filteredPayments(db, filter)
  return asList({
    filter,
    sort: {
      saved_at: 'p.created_at',
      amount_kop: 'p.amount_kop',
      supplier_name: 's.name_search',
      status: 'p.status',
    },
    first: ['saved_at', 'desc'],
    keyed: { saved_at: 'instant', amount_kop: 'int' },
    id: 'p.id',
    from,
    select: (rows) => withPaymentColumns(rows as typeof from),
    item: shownPayment,
    totals: () => paymentTotals(db, filter),
  })
}
