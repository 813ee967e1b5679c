import { approverHolds } from '../../../../auth/rights/approval-queries.ts'
import { maybeSamePerson } from '../../../../auth/rights/one-person.ts'
import type { Tx } from '../../../../db/handle.ts'

/** Who gave the PIN, by the current rights: whoever lost the right to confirm money meanwhile is no second person. */
export async function confirmingPerson(tx: Tx, userId: string) {
  return {
    userId,
    samePerson: await maybeSamePerson(tx, userId),
    isSecond: await approverHolds(tx, userId, 'approval.payment', 'any'),
  }
}
