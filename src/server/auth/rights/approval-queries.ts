import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { defaultRules } from '#contract/company/company-settings.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Approval } from '../caller.ts'
import { relyingParty } from '../passkey/relying-party.ts'
import { accessRows } from '../session-queries.ts'
import type { Session } from '../session.ts'
import { grantsOf } from './grants.ts'

/** By what a person confirms: the own PIN, or one own key of sign-in. `any` where nothing is confirmed, or the key is held under lock. */
export type Means = 'pin' | 'any' | { readonly passkeyId: string }

/** The user is active in this company, holds the right, and may confirm by these means: a temporary PIN or a removed key confirms nothing. */
export async function approverHolds(
  db: Db,
  userId: string,
  action: string,
  means: Means,
): Promise<boolean> {
  let query = activePeople(db).where('id', '=', userId)
  if (means === 'pin') query = query.where('pcode_temporary', '=', false)
  else if (means !== 'any')
    query = query.where(
      sql<boolean>`exists (select 1 from passkey k where k.user_id = app_user.id and k.id = ${means.passkeyId})`,
    )
  const user = await query.select(['id', 'roles']).executeTakeFirst()
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

/** Somebody who could confirm now. */
export interface Approver {
  readonly id: string
  readonly full_name: string
  readonly roles: readonly string[]
  /** Otherwise only from elsewhere, by a key of sign-in. */
  readonly has_pin: boolean
}

const OWN_PIN = sql<boolean>`(pcode_hmac is not null and not pcode_temporary)`

/** People of the company who could confirm now: active, with the right and a PIN of their own or a key that works here; by name. */
export async function approversOf(db: Db, action: string): Promise<Approver[]> {
  const host = relyingParty(db.services.config.publicUrl)?.id ?? null
  const people = await activePeople(db)
    .where(
      sql<boolean>`(${OWN_PIN} or exists (select 1 from passkey k where k.user_id = app_user.id and k.host = ${host}))`,
    )
    .select(['id', 'full_name', 'roles', OWN_PIN.as('has_pin')])
    .limit(1000)
    .execute()
  const rows = await accessRows(db.q, db.companyId)
  return people
    .filter(({ id, roles }) => grantsOf({ userId: id, role: 'USER', roles }, rows).has(action))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, 'ru'))
}

/** A temporary PIN confirms nothing. */
export async function hasOwnPin(db: Db, userId: string): Promise<boolean> {
  const row = await activePeople(db)
    .where('id', '=', userId)
    .where(OWN_PIN)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

const activePeople = (db: Db) =>
  db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', 'person')
    .where('status', '=', 'active')

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
    .returning(['user_id', 'action_code', 'object_hash', 'passkey_id'])
    .executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      passkeyId: row.passkey_id,
      action: row.action_code,
      objectHash: row.object_hash.toString('hex'),
    }
  )
}

interface NewApproval {
  id: string
  token_hash: Buffer
  user_id: string
  passkey_id: string | null
  session_jti: string
  action_code: string
  object_hash: Buffer
  amount_kop: number | null
  entity: string
  entity_id: string | null
  livesSeconds: number
}

export async function addApproval(db: Tx, approval: NewApproval): Promise<void> {
  const { livesSeconds, ...row } = approval
  await db.q
    .insertInto('approval')
    .values({
      company_id: db.companyId,
      ...row,
      expires_at: sql<string>`now() + make_interval(secs => ${livesSeconds})`,
    })
    .execute()
}
