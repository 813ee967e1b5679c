import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { nextNumber } from '../../../db/query/counters.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'
import { companyDay, countVehicle, insertVisit, type VisitColumns } from '../visit-queries.ts'

export interface NewVisit {
  readonly siteId: string
  readonly postId: string | null
  readonly mode: string
  readonly columns: VisitColumns
  readonly stamp: IdempotencyKey
}

/** A new visit with the next number of the company's day (domain.md 2.6); a plate that is on site already is refused. */
export async function openVisit(db: Tx, visit: NewVisit): Promise<{ id: string; number: string }> {
  const id = uuidv7()
  const { day, short } = await companyDay(db)
  const number = `${short}-${String(await nextNumber(db, 'transaction', short)).padStart(3, '0')}`
  await insertVisit(db, {
    id,
    number,
    site_id: visit.siteId,
    post_id: visit.postId,
    mode: visit.mode,
    ...visit.stamp,
    ...visit.columns,
  }).catch((error: unknown) =>
    onConstraint(error, {
      visit_one_in_a_plate: 'transaction.already-in',
      transaction_client_id_unique: 'common.id-reused',
    }),
  )
  await countVehicle(db, visit.siteId, day)
  addAuditEvent(db, {
    action: 'transaction.open',
    entity: 'transaction',
    id,
    after: { number, mode: visit.mode },
  })
  return { id, number }
}

/** Refuses a missing visit or a version other than the screen showed, before any other check. */
export function assertVersion(visit: { version: number } | undefined, version: number): void {
  if (!visit) refuse('common.not-found')
  if (visit.version !== version) refuse('common.stale')
}
