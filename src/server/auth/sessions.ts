import type { Kysely } from 'kysely'
import { PLATFORM_ZONE } from '#contract/requisites/calendar.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import { grantsOf } from './rights/grants.ts'
import {
  accessRows,
  findPeople,
  findPerson,
  findSession,
  touchSession,
  type SessionRow,
} from './session-queries.ts'
import { findServiceKey, findServiceKeyById, touchServiceKey } from './service-key-queries.ts'
import { hashServiceKey, isServiceKey, serviceGrants } from './service-keys.ts'
import type { Session } from './session.ts'
import { readTicket, type SessionKeys } from './tokens.ts'

// Signature, session and rights may be this old; every change of them empties the cache sooner (security.md 4.2).
const FRESH_MS = 30_000
// A company has tens of screens; the bound only keeps a flood of tokens from filling the memory.
const MAX_CACHED = 5000
const TOUCH_MS = 60_000

interface CachedSession {
  session: Session
  /** Both monotonic: a clock set back would keep taken rights alive. */
  readAt: number
  touchedAt: number
}

export interface Sessions {
  /**
   * The session behind a bearer token, which is a ticket or a key of a program, or undefined; `use` prolongs its idle time. Of
   * a key the use is noted with its address.
   */
  find(token: string, use: boolean, address?: string): Promise<Session | undefined>
  /** Forgets what is cached: all, or one person's, or one company's sessions. */
  forget(what?: { userId?: string; companyId?: string }): void
  /** While the change listener is down nothing may be believed from memory. */
  trustCache(trusted: boolean): void
}

export function openSessions(q: Kysely<DB>, keys: SessionKeys): Sessions {
  const cache = new Map<string, CachedSession>()
  let trusted = false
  // A session read while a change of it was being committed must not be remembered.
  let forgotten = 0

  const load = async (token: string): Promise<CachedSession | undefined> => {
    if (isServiceKey(token)) return cachedNow(await readService(q, token))
    const ticket = await readTicket(keys, token)
    const session = ticket && (await readSession(q, ticket.jti, ticket.exp * 1000))
    if (!session || session.userId !== ticket.userId) return undefined
    if (session.signedInAt > ticket.begunBefore) return undefined
    return cachedNow(session)
  }

  return {
    async find(token, use, address = '') {
      const now = performance.now()
      let entry = cache.get(token)
      const isOld = entry && (now - entry.readAt > FRESH_MS || isExpired(entry.session))
      if (!entry || !trusted || isOld) {
        cache.delete(token)
        const before = forgotten
        entry = await load(token)
        if (!entry) return undefined
        if (cache.size >= MAX_CACHED) cache.clear()
        if (before === forgotten) cache.set(token, entry)
      }
      const { kind, jti } = entry.session
      if ((use || kind === 'service') && now - entry.touchedAt > TOUCH_MS) {
        entry.touchedAt = now
        if (kind === 'service') await touchServiceKey(q, jti, address)
        else await touchSession(q, jti)
      }
      return entry.session
    },
    forget({ userId, companyId } = {}) {
      forgotten++
      for (const [token, { session }] of cache)
        if ((!userId && !companyId) || session.userId === userId || session.companyId === companyId)
          cache.delete(token)
    },
    trustCache(value) {
      trusted = value
      if (!value) cache.clear()
    },
  }
}

function cachedNow(session: Session | undefined): CachedSession | undefined {
  return session && { session, readAt: performance.now(), touchedAt: Number.NEGATIVE_INFINITY }
}

function isExpired({ expiresAt }: Session): boolean {
  return Date.now() >= expiresAt
}

async function readService(q: Kysely<DB>, key: string): Promise<Session | undefined> {
  const row = await findServiceKey(q, hashServiceKey(key))
  return row && sessionOf(row, Date.parse(row.expires_at), [])
}

/** The same session as the database has it now: of a person by its row, of a program by its key. */
export async function readAgain(
  q: Kysely<DB>,
  { kind, jti, expiresAt }: Session,
): Promise<Session | undefined> {
  if (kind === 'person') return readSession(q, jti, expiresAt)
  const row = await findServiceKeyById(q, jti)
  return row && sessionOf(row, expiresAt, [])
}

/** The living session with its person's rights as the database has them now. */
export async function readSession(
  q: Kysely<DB>,
  jti: string,
  expiresAt: number,
): Promise<Session | undefined> {
  const row = await findSession(q, jti)
  return row && sessionOf(row, expiresAt, await accessRows(q, row.company_id))
}

/**
 * The current rights of a user, for work that continues after the request: it needs no session, and a user who was blocked or
 * moved meanwhile has none.
 */
export async function readPerson(q: Kysely<DB>, userId: string): Promise<Session | undefined> {
  const row = await findPerson(q, userId)
  return row && sessionOf(row, Number.MAX_SAFE_INTEGER, await accessRows(q, row.company_id))
}

/** Same as `readPerson`, for everybody of a company who is active in it. */
export async function readPeople(q: Kysely<DB>, companyId: string): Promise<Session[]> {
  const people = await findPeople(q, companyId)
  const rows = people.length > 0 ? await accessRows(q, companyId) : []
  return people.map((row) => sessionOf(row, Number.MAX_SAFE_INTEGER, rows))
}

function sessionOf(
  row: SessionRow,
  expiresAt: number,
  rows: Awaited<ReturnType<typeof accessRows>>,
): Session {
  const settings = (row.settings ?? {}) as { modules?: ModuleTag[] }
  const kind = row.kind === 'service' ? 'service' : 'person'
  const subject = { userId: row.user_id, role: row.role as Session['role'], roles: row.roles }
  return {
    kind,
    jti: row.jti,
    userId: row.user_id,
    login: row.login,
    fullName: row.full_name,
    role: subject.role,
    roles: row.roles,
    companyId: row.company_id ?? NO_COMPANY,
    companyStatus: row.company_status,
    timezone: row.timezone ?? PLATFORM_ZONE,
    modules: new Set(settings.modules ?? []),
    settings,
    grants: kind === 'service' ? serviceGrants(row.permissions ?? []) : grantsOf(subject, rows),
    hasSecondFactor: row.has_second_factor,
    passwordPrinted: row.password_printed,
    byPasskey: row.by_passkey,
    signedInAt: Date.parse(row.signed_in_at),
    expiresAt,
  }
}
