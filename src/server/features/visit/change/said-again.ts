import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import type { RaisedMark } from '../../../flags.ts'
import { infoColumns, type VisitInfo } from '../read/visit-info.ts'
import type { Visit } from '../visit-queries.ts'
import { earlierProducts, markDearer } from './change-queries.ts'

/**
 * What the next weighing says of a visit, as columns. Another product than before is a change like one of `set_info`: in the journal,
 * whose names the close compares the load with, and marked where it is dearer.
 */
export async function saidAgain(
  tx: Tx,
  visit: Visit,
  info: VisitInfo,
): Promise<{ columns: Record<string, unknown>; flags: RaisedMark[] }> {
  const columns = await infoColumns(tx, info)
  const { product_id } = visit
  const to = info.product_id ?? null
  if (info.product_id === undefined || to === product_id) return { columns, flags: [] }
  addAuditEvent(tx, {
    action: 'transaction.info',
    entity: 'transaction',
    id: visit.id,
    before: { product_id },
    after: { product_id: to },
  })
  const from = [product_id, ...(await earlierProducts(tx, visit.id))]
  return { columns, flags: await markDearer(tx, [{ from, to }], null) }
}
