import { refuse } from '#http/refusal.ts'
import { openedOther } from '../../auth/opened-account-queries.ts'
import type { Tx } from '../../db/handle.ts'
import type { lockCompany } from './save-queries.ts'
import * as queries from './save-queries.ts'

type LockedCompany = NonNullable<Awaited<ReturnType<typeof lockCompany>>>

/**
 * A company that arrived from another installation works once two people of the platform have let it, neither of whom has changed the
 * other's account of late: it must not pay here what the former installation still pays. The first only notes it.
 */
export async function releaseArrival(
  tx: Tx,
  { arrived_from: from, arrived_at: arrivedAt, let_first_by: first, let_by: second }: LockedCompany,
): Promise<'first' | 'released'> {
  if (from === null || second !== null) return 'released'
  if (arrivedAt === null) refuse('company.arriving')
  const userId = tx.caller.userId!
  if (first === null) {
    await queries.noteFirstRelease(tx, userId)
    return 'first'
  }
  if (first === userId || (await openedOther(tx.services.q, first, userId)))
    refuse('company.let-by-another')
  await queries.noteRelease(tx, userId)
  return 'released'
}
