import { sql } from 'kysely'
import type { Db } from '../../../db/handle.ts'

/** The address of a person who may sign in or is invited to; undefined without one. */
export async function addressOfActive(q: Db['q'], userId: string): Promise<string | undefined> {
  const row = await q
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('status', 'in', ['active', 'invited'])
    .select('email')
    .executeTakeFirst()
  return row?.email ?? undefined
}

export interface HeadReader {
  readonly id: string
  readonly email: string
  /** Null of a super administrator. */
  readonly company_id: string | null
}

/** Who has chosen letters with the ends of audit chains and may still have them: super administrators and managers. */
export async function readersOfHeads(q: Db['q']): Promise<HeadReader[]> {
  return q
    .selectFrom('notice_choice as c')
    .innerJoin('app_user as u', 'u.id', 'c.user_id')
    .where('c.kind', '=', 'audit_head')
    .where('c.mailed', '=', true)
    .where('u.status', '=', 'active')
    .where('u.email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('u.role', '=', 'SUPERVISOR'),
        eb.and([eb('u.company_id', 'is not', null), sql<boolean>`'MANAGER' = any(u.roles)`]),
      ]),
    )
    .select((eb) => [
      'u.id',
      eb.ref('u.email').$notNull().as('email'),
      sql<string | null>`case when u.role = 'SUPERVISOR' then null else u.company_id end`.as(
        'company_id',
      ),
    ])
    .limit(10_000)
    .execute()
}
