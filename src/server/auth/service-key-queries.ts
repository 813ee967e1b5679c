import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { SessionRow } from './session-queries.ts'

export interface ServiceSessionRow extends SessionRow {
  expires_at: string
}

/** The account behind a living key; none when the key is revoked or over, or the account or the company is closed. */
function livingKeys(q: Kysely<DB>) {
  return q
    .selectFrom('service_key as k')
    .innerJoin('service_account as a', 'a.user_id', 'k.user_id')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .innerJoin('company as c', 'c.id', 'u.company_id')
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<string>`now()`)
    .where('u.status', '=', 'active')
    .where('c.status', 'in', ['active', 'suspended'])
    .select([
      'k.id as jti',
      'k.expires_at',
      'k.created_at as signed_in_at',
      'a.permissions',
      'u.kind',
      'u.id as user_id',
      'u.company_id',
      'u.login',
      'u.full_name',
      'u.role',
      'u.roles',
      'c.status as company_status',
      'c.timezone',
      'c.settings',
      sql<boolean>`false`.as('has_second_factor'),
      sql<boolean>`false`.as('by_passkey'),
      sql<boolean>`false`.as('password_printed'),
    ])
}

export function findServiceKey(
  q: Kysely<DB>,
  hash: Buffer,
): Promise<ServiceSessionRow | undefined> {
  return livingKeys(q).where('k.key_hash', '=', hash).executeTakeFirst()
}

export function findServiceKeyById(
  q: Kysely<DB>,
  id: string,
): Promise<ServiceSessionRow | undefined> {
  return livingKeys(q).where('k.id', '=', id).executeTakeFirst()
}

/** Notes use at most once a minute, so that reading does not turn into writing. */
export async function touchServiceKey(q: Kysely<DB>, id: string, address: string): Promise<void> {
  await q
    .updateTable('service_key')
    .set({ last_used_at: sql`now()`, last_address: address.slice(0, 45) })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .execute()
}
