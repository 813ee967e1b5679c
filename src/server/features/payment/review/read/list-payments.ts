import type { CallInput } from '#contract/core/call.ts'
import type { payment } from '#contract/payment/payment.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../../db/handle.ts'
import { asList, readList } from '../../../../list/lists.ts'
import { areManyNamed } from '../../../../db/query/find-rows.ts'
import type { Slice } from '../../../../db/query/list-page.ts'
import { isOnlySearch, readSearched, type SearchHint } from '../../../../list/searched-list.ts'
import {
  barePayments,
  endedIds,
  filteredPayments,
  findPaymentIds,
  paymentTotals,
  type PaymentFilter,
} from './payment-list-queries.ts'
import { shownPayment } from '../../present-payment.ts'
import { paymentsByIds, withPaymentColumns, type Payments } from '../../present-queries.ts'

/** payment/getAllPayments: newest first, with sums by status over the whole filter. */
export async function listPayments(
  db: Db,
  { query }: CallInput<typeof payment.getAll>,
): Promise<Answer<typeof payment.getAll>> {
  const filter = query.filter ?? {}
  return readSearched({
    filter,
    isFrequent: () => areManyNamed(db, filter.search!),
    find: (most) => findPaymentIds(db, filter.search!, most),
    read: (hint) => readList(db, paymentList(db, filter, hint)),
  })
}

/** The query behind the list; the caller reads it by pages or whole. The hint carries known facts about its search. */
export function paymentList(db: Db, filter: PaymentFilter, hint: SearchHint = {}) {
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
    ...(!filter.search && { askedAs: `payments ${zoneOf(db)} ${JSON.stringify(filter)}` }),
    get from() {
      return filteredPayments(db, filter, hint)
    },
    get bare() {
      return barePayments(db, filter, hint)
    },
    unindexed: ['supplier_name'],
    ...(filter.day_of === 'finished' &&
      filter.date_to &&
      !filter.search && { cut: (slice: Slice) => endedIds(db, filter, slice) }),
    select: (rows) => withPaymentColumns(rows as Payments),
    ofIds: (ids) => paymentsByIds(db, ids),
    item: shownPayment,
    totals: () =>
      paymentTotals(barePayments(db, filter, hint) ?? filteredPayments(db, filter, hint)),
    isUncountable: hint.isMany && isOnlySearch(filter),
  })
}
