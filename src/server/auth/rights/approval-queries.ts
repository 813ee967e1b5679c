import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { defaultRules } from '#contract/company/company-settings.ts'
import type { Db } from '../../db/handle.ts'
import type { Approval } from '../caller.ts'
import { grantsOf } from './grants.ts'
import { accessRows } from '../session-queries.ts'
import type { Session } from '../session.ts'

/** The user is active in this company, holds the right, and has replaced a temporary PIN. */
export async function approverHolds(db: Db, userId: string, action: string): Promise<boolean> {
  const user = await db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('id', '=', userId)
    .where('kind', '=', 'person')
    .where('status', '=', 'active')
    .where('pcode_temporary', '=', false)
    .select(['id', 'roles'])
    .executeTakeFirst()
  if (!user) return false
  const rows = await accessRows(db.q, db.companyId)
  return grantsOf({ userId, role: 'USER', roles: user.roles }, rows).has(action)
}

/** Somebody made an account, or gave or changed a way into it. */
export interface Opening {
  readonly user_id: string
  readonly opened_by: string
}

/**
 * Who opened whose account within the company's `rules.one_person_days`. What a super administrator opened counts for nobody: none of
 * them confirms anything in a company.
 */
export async function openingsNow(db: Db): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select p.user_id, p.opened_by from account_opening p
      join company c on c.id = p.company_id
      join app_user o on o.id = p.opened_by and o.company_id = p.company_id
    where p.company_id = ${db.companyId} and p.at > now() - make_interval(days =>
      coalesce((c.settings->'rules'->>'one_person_days')::int, ${defaultRules.one_person_days}))
    limit 10000`.execute(db.q)
  return rows
}

/** Somebody who could confirm with a PIN now. */
export interface Approver {
  readonly id: string
  readonly full_name: string
  readonly roles: readonly string[]
}

/** People of the company who could confirm with a PIN now: active, with the right and a PIN of their own; by name. */
export async function approversOf(db: Db, action: string): Promise<Approver[]> {
  const people = await withOwnPin(db).select(['id', 'full_name', 'roles']).limit(1000).execute()
  const rows = await accessRows(db.q, db.companyId)
  return people
    .filter(({ id, roles }) => grantsOf({ userId: id, role: 'USER', roles }, rows).has(action))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'ru'))
}

/** A temporary PIN confirms nothing. */
export async function hasOwnPin(db: Db, userId: string): Promise<boolean> {
  const row = await withOwnPin(db).where('id', '=', userId).select('id').executeTakeFirst()
  return row !== undefined
}

const withOwnPin = (db: Db) =>
  db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', 'person')
    .where('status', '=', 'active')
    .where('pcode_hmac', 'is not', null)
    .where('pcode_temporary', '=', false)

/**
 * Uses an approval token up in its own statement, whatever becomes of the call that carries it; a token that is unknown,
 * used, expired or of another sign-in or company confirms nothing.
 */
export async function burnApproval(
  db: Db,
  session: Session,
  token: string,
): Promise<Approval | undefined> {
  const row = await db.q
    .updateTable('approval')
    .set({ used_at: sql`now()` })
    .where('company_id', '=', session.companyId)
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .where('session_jti', '=', session.jti)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['user_id', 'action_code', 'object_hash'])
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      action: row.action_code,
      objectHash: row.object_hash.toString('hex'),
    }
  )
}
