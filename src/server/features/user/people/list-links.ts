import type { CallInput } from '#contract/core/call.ts'
import type { userSessions } from '#contract/user/user-sessions.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { findManaged } from './manageable.ts'
import { linksOf } from './manage-queries.ts'

type Call = typeof userSessions.superGetLinks

/** user/superGetLinks: what became of a person's links; the secret of none can be read again. */
export async function listLinks(db: Db, { query }: CallInput<Call>): Promise<Answer<Call>> {
  if (!(await findManaged(db, query.id))) refuse('common.not-found')
  return linksOf(db, query.id)
}
