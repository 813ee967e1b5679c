import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'

/** How many slips of a visit came out. */
export async function ticketsOf(db: Db, visitId: string): Promise<number> {
  const row = await db.q
    .selectFrom('print_event')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', 'transaction')
    .where('entity_id', '=', visitId)
    .select(sql<number>`coalesce(max(copy_no), 0)`.as('printed'))
    .executeTakeFirstOrThrow()
  return row.printed
}

/** Increments the print count. */
export async function countTicket(db: Tx, visitId: string): Promise<void> {
  const jti = db.caller.session?.jti ?? null
  await sql`select pg_advisory_xact_lock(hashtextextended(${`print:${visitId}`}, 0))`.execute(db.q)
  await sql`
    insert into print_event (company_id, id, entity, entity_id, copy_no, session_jti, by)
    select ${db.companyId}, ${uuidv7()}::uuid, 'transaction', ${visitId}::uuid,
      coalesce(max(copy_no), 0) + 1, ${jti}::uuid, ${db.caller.userId}::uuid
    from print_event where company_id = ${db.companyId} and entity = 'transaction'
      and entity_id = ${visitId}`.execute(db.q)
}
