import type { Visit } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { callOnce } from '#web/api/use-call.ts'
import { freeVisits } from '../../act/draft/free-visits.ts'

/**
 * The loads of a delivery as the server has them, in the order of their weighing: those that this screen recorded and that are
 * still free, or, after a reload, all that this post weighed for the supplier and that are in no act.
 */
export async function findVisitsOfSupplier(
  supplierId: string,
  post: number,
  done: readonly Visit[],
): Promise<Visit[]> {
  const { items } = await callOnce(visitCalls.getFree, freeVisits)
  return items.toReversed().filter((visit) => {
    if (done.length > 0) return done.some(({ id }) => id === visit.id)
    return visit.supplier_id === supplierId && visit.post === post
  })
}
