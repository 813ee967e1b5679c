import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** Who processes the data, and which form the company uses. */
export function consentOperator(db: Db) {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select([
      'name',
      'inn',
      'legal_address',
      sql<string>`coalesce(settings->'templates'->>'consent', '1')`.as('form_version'),
    ])
    .executeTakeFirstOrThrow()
}

/** Banks that pay the company's suppliers out, by name. */
export async function payoutBanks(db: Db): Promise<string[]> {
  const rows = await db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.status', '=', 'active')
    .select('b.name')
    .distinct()
    .orderBy('b.name')
    .limit(20)
    .execute()
  return rows.map((row) => row.name)
}
