import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { AccessRow } from './rights/grants.ts'

// Idle 60 minutes end a session (security.md 4.2); the scale's and status polls do not count as use.
const IDLE = sql`interval '60 minutes'`

const HAS_SECOND_FACTOR = sql<boolean>`exists (select from second_factor f
  where f.user_id = u.id and f.confirmed_at is not null)`.as('has_second_factor')

const PERMISSIONS = sql<string[] | null>`(select a.permissions from service_account a
  where a.user_id = u.id)`.as('permissions')

export interface SessionRow {
  kind: string
  /** Of a service account alone. */
  permissions: string[] | null
  jti: string
  user_id: string
  company_id: string | null
  login: string
  full_name: string
  role: string
  roles: string[]
  signed_in_at: string
  company_status: string | null
  timezone: string | null
  settings: unknown
  has_second_factor: boolean
  password_printed: boolean
  by_passkey: boolean
}

/** The living session with its person and company; none when revoked, idle, or the person or company is closed. */
export function findSession(q: Kysely<DB>, jti: string): Promise<SessionRow | undefined> {
  return q
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('s.jti', '=', jti)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('s.last_used_at', '>', sql<string>`now() - ${IDLE}`)
    .where('u.status', '=', 'active')
    .where((eb) =>
      eb.or([eb('c.status', 'is', null), eb('c.status', 'in', ['active', 'suspended'])]),
    )
    .select([
      'u.kind',
      PERMISSIONS,
      's.jti',
      's.user_id',
      'u.company_id',
      'u.login',
      'u.full_name',
      'u.role',
      'u.roles',
      's.signed_in_at',
      'c.status as company_status',
      'c.timezone',
      'c.settings',
      HAS_SECOND_FACTOR,
      'u.password_printed',
      sql<boolean>`s.way is not distinct from 'passkey'`.as('by_passkey'),
    ])
    .executeTakeFirst()
}

/** A user as the rights need them, without a session; undefined when the user or the company is closed. */
export async function findPerson(q: Kysely<DB>, userId: string): Promise<SessionRow | undefined> {
  const row = await activePeople(q).where('u.id', '=', userId).executeTakeFirst()
  return row && { ...row, jti: '' }
}

/** People of a company who are active in it, by name. */
export async function findPeople(q: Kysely<DB>, companyId: string): Promise<SessionRow[]> {
  const rows = await activePeople(q)
    .where('u.company_id', '=', companyId)
    .where('u.kind', '=', 'person')
    .orderBy('u.full_name')
    .orderBy('u.id')
    .limit(1000)
    .execute()
  return rows.map((row) => ({ ...row, jti: '' }))
}

function activePeople(q: Kysely<DB>) {
  return q
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .where('u.status', '=', 'active')
    .where((eb) =>
      eb.or([eb('c.status', 'is', null), eb('c.status', 'in', ['active', 'suspended'])]),
    )
    .select([
      'u.kind',
      PERMISSIONS,
      'u.id as user_id',
      'u.company_id',
      'u.login',
      'u.full_name',
      'u.role',
      'u.roles',
      'c.status as company_status',
      'c.timezone',
      'c.settings',
      HAS_SECOND_FACTOR,
      'u.password_printed',
      sql<boolean>`false`.as('by_passkey'),
      sql<string>`now()`.as('signed_in_at'),
    ])
}

/** Notes use at most once a minute, so that reading does not turn into writing. */
export async function touchSession(q: Kysely<DB>, jti: string): Promise<void> {
  await q
    .updateTable('session')
    .set({ last_used_at: sql`now()` })
    .where('jti', '=', jti)
    .where('last_used_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute()
}

/** An access row with the name of its permission; `x` is `action_access`, `a` the permission. */
export const ACCESS_COLUMNS = [
  'a.code as action',
  'x.company_id',
  'x.subject',
  'x.subject_code',
  'x.allow',
  'x.confirm',
  'x.max_kop',
  'x.max_bp',
  'x.by_manager',
] as const

/** All access rows that speak for a company: its own and the global ones. */
export async function accessRows(q: Kysely<DB>, companyId: string | null): Promise<AccessRow[]> {
  const rows = await q
    .selectFrom('action_access as x')
    .innerJoin('action as a', 'a.id', 'x.action_id')
    .where((eb) =>
      companyId === null
        ? eb('x.company_id', 'is', null)
        : eb.or([eb('x.company_id', 'is', null), eb('x.company_id', '=', companyId)]),
    )
    .select(ACCESS_COLUMNS)
    .execute()
  return rows.map(({ max_kop, max_bp, ...row }) => ({
    ...(row as Omit<AccessRow, 'limit'>),
    limit:
      max_kop === null && max_bp === null
        ? null
        : { ...(max_kop !== null && { max_kop }), ...(max_bp !== null && { max_bp }) },
  }))
}
