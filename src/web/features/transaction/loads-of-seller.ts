import type { Transaction } from '#contract/transaction-entities.ts'
import { transactions } from '#contract/transaction.ts'
import { callOnce } from '#web/api/use-call.ts'
import { freeVisits } from '../act/free-visits.ts'

/**
 * The loads of a delivery as the server has them, in the order of their weighing: those that this screen wrote down and
 * that are still free, or, after a reload, all that this post weighed for the seller and that no act holds.
 */
export async function loadsOf(
  supplierId: string,
  post: number,
  done: readonly Transaction[],
): Promise<Transaction[]> {
  const { items } = await callOnce(transactions.getFree, freeVisits)
  return items.toReversed().filter((visit) => {
    if (done.length > 0) return done.some(({ id }) => id === visit.id)
    return visit.supplier_id === supplierId && visit.post === post
  })
}
