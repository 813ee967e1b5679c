import { sql } from 'kysely'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { SignInWay } from '#contract/user/user-sessions.ts'

/** An account of one person, with the fields that the person's other accounts may see. */
export interface OwnAccount {
  readonly id: string
  readonly person_id: string | null
  readonly company_id: string | null
  readonly company_name: string | null
  readonly company_status: string | null
  readonly login: string
  readonly status: string
  readonly roles: string[]
  readonly has_second_factor: boolean
}

function accounts(db: Db) {
  return db.q
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select([
      'u.id',
      'u.person_id',
      'u.company_id',
      sql<string | null>`coalesce(c.short_name, c.name)`.as('company_name'),
      'c.status as company_status',
      'u.login',
      'u.status',
      'u.roles',
      sql<boolean>`exists (select from second_factor f
        where f.user_id = u.id and f.confirmed_at is not null)`.as('has_second_factor'),
    ])
}

/** All accounts of the caller's person, including the caller's own, ordered by company name; empty when none is linked. */
export function ownAccounts(db: Db): Promise<OwnAccount[]> {
  return accounts(db)
    .where('u.person_id', 'is not', null)
    .where('u.person_id', '=', (eb) =>
      eb.selectFrom('app_user').where('id', '=', db.caller.userId!).select('person_id'),
    )
    .orderBy('company_name')
    .orderBy('u.id')
    .execute()
}

/** Locks two accounts in a fixed order, so that two people who link at once wait instead of deadlocking. */
export function lockAccounts(tx: Tx, ids: readonly [string, string]): Promise<OwnAccount[]> {
  return accounts(tx)
    .where('u.id', 'in', [...ids])
    .orderBy('u.id')
    .forUpdate('u')
    .execute()
}

/** Companies of the given people; one person's accounts hold each company at most once. */
export async function companiesOf(tx: Tx, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await tx.q
    .selectFrom('app_user')
    .where('person_id', 'in', [...personIds])
    .select(sql<string>`company_id`.as('company_id'))
    .forUpdate()
    .execute()
  return rows.map(({ company_id }) => company_id)
}

/** Makes both accounts, and all that were linked to either, the accounts of one person. */
export async function joinAccounts(
  tx: Tx,
  personId: string,
  ids: readonly string[],
  personIds: readonly string[],
): Promise<void> {
  await tx.q
    .updateTable('app_user')
    .set({ person_id: personId })
    .where((eb) =>
      eb.or([
        eb('id', 'in', [...ids]),
        ...(personIds.length > 0 ? [eb('person_id', 'in', [...personIds])] : []),
      ]),
    )
    .execute()
}

/** Returns false when the account was not linked. */
export async function leavePerson(tx: Tx, userId: string): Promise<boolean> {
  const done = await tx.q
    .updateTable('app_user')
    .set({ person_id: null })
    .where('id', '=', userId)
    .where('person_id', 'is not', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export interface OwnSession {
  readonly way: SignInWay | null
  readonly root_jti: string
  readonly signed_in_at: string
  readonly expires_at: string
}

/**
 * How the caller's session began: a session opened from it in another account is no fresher, lasts no longer and proves no
 * more.
 */
export async function ownSession(db: Db): Promise<OwnSession> {
  return db.q
    .selectFrom('session')
    .where('jti', '=', db.caller.session!.jti)
    .select([
      sql<SignInWay | null>`way`.as('way'),
      sql<string>`coalesce(root_jti, jti)`.as('root_jti'),
      'signed_in_at',
      'expires_at',
    ])
    .executeTakeFirstOrThrow()
}

/** Ends the caller's session and leaves what was opened from it. */
export async function endOwnSession(tx: Tx): Promise<void> {
  const { jti, userId } = tx.caller.session!
  await tx.q
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('jti', '=', jti)
    .execute()
  await forgetRights(tx, { userId })
}

/** Ends sessions of an account that were opened from other accounts, and of others that were opened from it. */
export async function endLinkedSessions(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    update session as s set revoked_at = now() from session as r
    where r.jti = s.root_jti and s.revoked_at is null and (s.user_id = ${userId} or r.user_id = ${userId})
    returning s.user_id`.execute(tx.q)
  for (const { user_id } of rows) await forgetRights(tx, { userId: user_id })
}
