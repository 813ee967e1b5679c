import type { CallInput } from '#contract/core/call.ts'
import type { user } from '#contract/user/user.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, type Db } from '../../../db/handle.ts'
import { markRead } from '../own/preference-queries.ts'
import { listNotices } from './notice-queries.ts'

/** The bell: own notices, newest first, with the number of unread ones over all of them. */
export function getNotices(
  db: Db,
  { query }: CallInput<typeof user.getNotices>,
): Promise<Answer<typeof user.getNotices>> {
  return listNotices(db, query.filter)
}

/** Everything up to the moment that the person has seen is read. */
export function readNotices(
  db: Db,
  { body }: CallInput<typeof user.readNotices>,
): Promise<Answer<typeof user.readNotices>> {
  return inTransaction(db, async (tx) => {
    await markRead(tx, body.until)
    return { ok: true }
  })
}
