import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'

// As long as two accounts of a company may be one person's unless it says otherwise (domain.md 7.5).
const OPENING_DAYS = 30

/**
 * Whether one of two super administrators made the other's account or changed anything of it lately: the two may be one person. `q` must see
 * the platform, whose journal tells it.
 */
export async function openedOther(q: Kysely<DB>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_event where company_id = ${NO_COMPANY} and entity = 'user' and action like 'user.%'
      and at > now() - ${OPENING_DAYS} * interval '1 day'
      and (user_id, entity_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)) limit 1`.execute(
    q,
  )
  return rows.length > 0
}
