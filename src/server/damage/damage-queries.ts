import { sql } from 'kysely'
import type { Tx } from '../db/handle.ts'

/** Whether the journal has told of this part of the record within a day. */
export async function wasReported(
  tx: Tx,
  { action, entity, id, part }: { action: string; entity: string; id: string; part: string },
): Promise<boolean> {
  const row = await tx.q
    .selectFrom('audit_event')
    .where('company_id', '=', tx.companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .where('action', '=', action)
    .where('at', '>', sql<string>`now() - interval '1 day'`)
    .where(sql<string>`after->>'part'`, '=', part)
    .select('seq')
    .executeTakeFirst()
  return row !== undefined
}

/** Bytes of a file that retention destroys at this moment are not lost. */
export async function isDestroyed(tx: Tx, fileId: string): Promise<boolean> {
  const row = await tx.q
    .selectFrom('file')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', fileId)
    .where('deleted_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Readers of one damaged record report it one after the other, so that one of them does. */
export async function lockReporting(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`damage:${id}`}, 0))`.execute(tx.q)
}
