import type { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { listOpenAsks } from '../../user/approval/asks.ts'
import { decisionFacts } from './decision-facts.ts'

/** user/getApprovalAsks: each question with what one decides on. */
export async function listApprovalAsks(
  db: Db,
): Promise<Answer<typeof approvalAsks.getApprovalAsks>> {
  const asks = await listOpenAsks(db)
  if (asks.length === 0) return []
  const facts = await decisionFacts(
    db,
    asks.map(({ object }) => object),
  )
  return asks.map((ask, place) => ({ ...ask, facts: facts[place]! }))
}
