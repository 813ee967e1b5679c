import type { CallInput } from '#contract/core/call.ts'
import type { live } from '#contract/core/live.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../db/handle.ts'
import { noteClosed, noteOpen, otherReaders, recordExists } from './reader-queries.ts'

/** A screen of an earlier release names no opening. */
const UNNAMED = '00000000-0000-0000-0000-000000000000'

/** live/noteReader: the caller has a record open, and sees who else has; nothing of it is history. */
export async function noteReader(
  db: Db,
  { body: { record, doing, client_id = UNNAMED } }: CallInput<typeof live.noteReader>,
): Promise<Answer<typeof live.noteReader>> {
  const userId = db.caller.userId!
  if (!(await recordExists(db, record))) return refuse('common.not-found')
  const by = { userId, readerId: client_id }
  if (doing === 'gone') await noteClosed(db, record, by)
  else if (!(await noteOpen(db, record, by, doing === 'edits'))) refuse('live.too-many-open')
  return { others: await otherReaders(db, record, userId) }
}
