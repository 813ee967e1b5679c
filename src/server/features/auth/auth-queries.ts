import { sql } from 'kysely'
import type { SignIn, SignInWay } from '#contract/user/user-sessions.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { isSessionOf } from '../user/people/session-queries.ts'

/** Sessions that a user may have at once; one more ends the oldest (security.md 4.2). */
const MAX_SESSIONS = 5
/** The contract's bound of one answer. */
const MAX_SIGN_INS = 50

// Whoever made it at the console hands it over the same day (security.md 2.2).
const PRINTED_HOURS = 24

export interface Credentials {
  id: string
  company_id: string | null
  login: string
  full_name: string
  status: string
  role: string
  roles: string[]
  password_hash: string | null
  /** Printed by the console longer ago than it is good for. */
  printed_over: boolean
  company_status: string | null
  /** Where the company works since it left this installation. */
  company_moved_to: string | null
  company_name: string | null
  legal_address: string | null
}

function credentials(db: Db) {
  return db.q
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('u.kind', '=', 'person')
    .select([
      'u.id',
      'u.company_id',
      'u.login',
      'u.full_name',
      'u.status',
      'u.role',
      'u.roles',
      'u.password_hash',
      sql<boolean>`coalesce(u.password_printed_at < now() - make_interval(hours => ${PRINTED_HOURS}), false)`.as(
        'printed_over',
      ),
      'c.status as company_status',
      'c.moved_to as company_moved_to',
      'c.name as company_name',
      'c.legal_address',
    ])
}

export function findByLogin(db: Db, login: string): Promise<Credentials | undefined> {
  return credentials(db).where('u.login', '=', login).executeTakeFirst()
}

export function findById(db: Db, id: string): Promise<Credentials | undefined> {
  return credentials(db).where('u.id', '=', id).executeTakeFirst()
}

/** The lock lasts until the end of the transaction, so that sign-ins and password changes of one person queue up. */
export function lockById(db: Tx, id: string): Promise<Credentials | undefined> {
  return credentials(db).where('u.id', '=', id).forUpdate('u').executeTakeFirst()
}

/** A password that the console printed only allows its owner to replace it. */
export async function storePassword(
  db: Tx,
  userId: string,
  hash: string,
  isPrinted = false,
): Promise<void> {
  await db.q
    .updateTable('app_user')
    .set({
      password_hash: hash,
      password_printed: isPrinted,
      password_printed_at: isPrinted ? sql`now()` : null,
      status: sql`case when status = 'invited' then 'active' else status end`,
      updated_at: sql`now()`,
      updated_by: userId,
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Stores the same password under stronger parameters; this does not count as a change of the person. */
export async function renewHash(db: Tx, userId: string, hash: string): Promise<void> {
  await db.q.updateTable('app_user').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function addSession(
  db: Tx,
  session: {
    jti: string
    user_id: string
    expires_at: string
    address: string
    agent: string
    way: SignInWay
    signed_in_at?: string
    root_jti?: string
  },
): Promise<void> {
  await db.q.insertInto('session').values(session).execute()
}

/** Ends a person's oldest sessions beyond the bound. */
export async function endSurplus(db: Tx, userId: string): Promise<void> {
  const keptSessions = living(db)
    .where('user_id', '=', userId)
    .orderBy('signed_in_at', 'desc')
    .limit(MAX_SESSIONS)
    .select('jti')
  await db.q
    .updateTable('session')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('jti', 'not in', keptSessions)
    .execute()
}

function living(db: Db) {
  return db.q
    .selectFrom('session')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where('last_used_at', '>', sql<string>`now() - interval '60 minutes'`)
}

/** Sessions of an account; `opened` adds those opened from them in the person's other companies, which only that person may see. */
export function livingSessions(db: Db, userId: string, { opened = false } = {}) {
  return living(db)
    .where((eb) => (opened ? isSessionOf(userId) : eb('user_id', '=', userId)))
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .select(['jti as id', 'signed_in_at', 'last_used_at', 'expires_at', 'address', 'agent'])
    .execute()
}

/**
 * Sign-ins by their sessions, wrong passwords, codes and keys by the journal, each by its own index; both halves reach as far back as sessions
 * are kept.
 */
export async function recentSignIns(db: Db, userId: string): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    (select signed_in_at as at, 'signed-in' as outcome, way, address, agent from session
      where user_id = ${userId} and signed_in_at > now() - interval '90 days'
      order by signed_in_at desc limit ${MAX_SIGN_INS})
    union all
    (select at, case action when 'auth.sign-in-failed' then 'failed'
          when 'auth.second-factor-failed' then 'wrong-code' else 'wrong-key' end,
        null, coalesce(ip, ''), coalesce(agent, '') from audit_event
      where company_id = ${db.companyId} and entity = 'user' and entity_id = ${userId}
        and action in ('auth.sign-in-failed', 'auth.second-factor-failed', 'auth.passkey-failed', 'auth.passkey-counter')
        and at > now() - interval '90 days'
      order by seq desc limit ${MAX_SIGN_INS})
    order by at desc limit ${MAX_SIGN_INS}
  `.execute(db.q)
  return rows
}

/** The previous sign-in, so that the owner can notice one that was not theirs. */
export function lastSignIn(db: Tx, userId: string) {
  return db.q
    .selectFrom('session')
    .where('user_id', '=', userId)
    .orderBy('signed_in_at', 'desc')
    .limit(1)
    .select(['signed_in_at as at', 'address'])
    .executeTakeFirst()
}

/** The person behind a link that can still be used. A cheap look-up, so it comes before the expensive hash. */
export async function findLink(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('temporary_link as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .where('l.token_hash', '=', tokenHash)
    .where('l.status', '=', 'issued')
    .where('l.expires_at', '>', sql<string>`now()`)
    .where('u.status', 'in', ['invited', 'active'])
    .select('l.user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** One statement uses up the link and returns who made it: of any number of parallel uses one wins (security.md 4.4). */
export function useLink(
  db: Tx,
  tokenHash: Buffer,
): Promise<{ created_by: string | null } | undefined> {
  return db.q
    .updateTable('temporary_link')
    .set({ status: 'used', used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'issued')
    .where('expires_at', '>', sql<string>`now()`)
    .returning('created_by')
    .executeTakeFirst()
}

/** Keys stored before their host was recorded get the host name that the first start finds. */
export async function nameUnknownHosts(db: Db, host: string): Promise<void> {
  await db.q.updateTable('passkey').set({ host }).where('host', 'is', null).execute()
}

/** For which other host names a person's keys were made, when none is left that can be used; empty otherwise. */
export async function otherHosts(db: Db, userId: string, host: string | null): Promise<string[]> {
  const rows = await db.q
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .select('host')
    .distinct()
    .execute()
  const isUsable = rows.some((row) => row.host === null || row.host === host)
  return isUsable ? [] : rows.map((row) => row.host!).toSorted()
}

/**
 * Active super administrators whose keys all belong to other host names and who have no codes: where a second factor is
 * required they cannot sign in.
 */
export async function lockedOutSupers(db: Tx, host: string | null): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select u.login from app_user u
    where u.role = 'SUPERVISOR' and u.status = 'active'
      and exists (select from passkey p where p.user_id = u.id)
      and not exists (select from passkey p where p.user_id = u.id and (p.host is null or p.host = ${host}))
      and not exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)
    order by u.login limit 50
  `.execute(db.q)
  return rows.map(({ login }) => login)
}
