import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** The company's act that a printed code names. */
export function findPrintedAct(
  db: Db,
  id: string,
): Promise<{ number: string | null; corrected_by: string | null } | undefined> {
  return db.q
    .selectFrom('act')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .select(['number', 'corrected_by'])
    .executeTakeFirst()
}

/** True when both records are one person: the same one, or merged into each other. */
export async function isSamePerson(db: Db, one: string, other: string): Promise<boolean> {
  const rows = await db.q
    .selectFrom('supplier')
    .where('company_id', '=', db.companyId)
    .where('id', 'in', [one, other])
    .select(sql<string>`coalesce(merged_into, id)`.as('person'))
    .execute()
  return rows.length === 2 && rows[0]!.person === rows[1]!.person
}
