import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { refuse } from '#http/refusal.ts'
import type { Services } from '../services.ts'
import { SERVER_CALLER, type Caller } from '../auth/caller.ts'
import { LIVE_CHANNEL } from './channels.ts'
import { DatabaseAway } from './connection/database-away.ts'
import { beginText } from './connection/session-company.ts'
import { isOutdatedPlan } from './query/named-statements.ts'
import type { DB } from './schema.ts'
import { logSecurityEvents } from '../log/security-events.ts'
import { queueEvents } from '../outbox/queue-events.ts'
import { NO_COMPANY } from './uuid.ts'
import { writeAudit, type AuditContext } from './audit.ts'

/**
 * The database for one company and one caller: the pool or one open transaction. Every query takes it first and names
 * `db.companyId`, so a row of another company cannot be reached; the database shows `q` none either (security.md 3).
 */
export interface Db {
  readonly q: Kysely<DB>
  readonly companyId: string
  /** The database keeps no companies apart: see `acrossCompanies`. */
  readonly seesAll?: true
  readonly caller: Caller
  readonly services: Services
}

/** An open transaction: what is traced in it is written to the audit chain right before the commit. */
export interface Tx extends Db, AuditContext {
  /** Runs in this process right after the commit, and never after a rollback. */
  readonly onCommit: (() => void)[]
}

/** Serialisation failure, deadlock, a plan that a migration made outdated: repeated whole, since it only wrote to the database. */
const isRepeated = (error: unknown) =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '') || isOutdatedPlan(error)
const MAX_TRIES = 4

/** Runs a command in one transaction; a refusal or an error rolls everything back, the audit events included. */
export async function inTransaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  if ('auditEvents' in db) throw new Error('a transaction is already open')
  for (let tries = 1; ; tries++) {
    try {
      return await db.q.connection().execute((connection) => once(db, connection, work))
    } catch (error) {
      if (tries >= MAX_TRIES || !isRepeated(error)) throw error
    }
  }
}

/**
 * Runs a reading command on one connection: its queries run one after another. A list that took three connections at once left
 * none for others.
 */
export function onOneConnection<Input, Answer>(
  verb: (db: Db, input: Input) => Promise<Answer>,
): (db: Db, input: Input) => Promise<Answer> {
  return (db, input) => db.q.connection().execute((q) => verb({ ...db, q }, input))
}

async function once<T>(db: Db, connection: Kysely<DB>, work: (db: Tx) => Promise<T>): Promise<T> {
  const tx: Tx = { ...db, q: connection, auditEvents: [], onCommit: [] }
  let result: T
  try {
    await sql
      .raw(beginText(db.seesAll ? NO_COMPANY : db.companyId, db.caller.userId))
      .execute(connection)
    result = await work(tx)
    await queueEvents(tx)
    await commit(connection, await writeAudit(tx))
  } catch (error) {
    // Without an answer the connection is destroyed, which rolls back as well: the caller gets the reason why the work ended.
    await sql
      .raw('rollback')
      .execute(connection)
      .catch(() => undefined)
    throw error
  }
  afterCommit(tx)
  logSecurityEvents(tx)
  return result
}

/**
 * Throws unless the database reported that everything is stored; without its report, throws that the outcome is unknown. Open screens
 * are told with it: every process hears what is stored, and nothing else.
 */
async function commit(connection: Kysely<DB>, told: readonly string[]): Promise<void> {
  const notes = told.map((payload) => `notify ${LIVE_CHANNEL}, ${pg.escapeLiteral(payload)}; `)
  const { rows } = await sql
    .raw<{ command: string }>(`${notes.join('')}commit`)
    .execute(connection)
    .catch((error: unknown) => {
      if (error instanceof DatabaseAway && error.maybeDone) refuse('common.unconfirmed')
      throw error
    })
  // PostgreSQL ends a failed transaction this way when the work swallowed the failure.
  if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was rolled back at commit')
}

/** The change is stored: a bug of a listener may not tell the caller otherwise. */
function afterCommit(tx: Tx): void {
  for (const notify of tx.onCommit)
    try {
      notify()
    } catch (error) {
      tx.services.log.failure({ event: 'a listener of a commit failed' }, error)
    }
}

/** The time zone that bounds the caller's days; Moscow without a session, and for SUPERVISOR. */
export function zoneOf(db: Db): string {
  return db.caller.session?.timezone ?? 'Europe/Moscow'
}

/** The handle of the server's own work on one company, or on the installation for NO_COMPANY. */
export function serverOf(
  services: Services,
  companyId: string,
  caller: Caller = SERVER_CALLER,
): Db {
  return { q: services.databaseOf(companyId, 'server'), companyId, caller, services }
}

/**
 * For the few commands whose subject lies in several companies: the accounts of one person, and a person whom SUPERVISOR moves. The
 * database does not keep companies apart for them, so their queries alone do.
 */
export function acrossCompanies(db: Db): Db {
  return { ...db, q: db.services.databaseOf(NO_COMPANY, db.companyId), seesAll: true }
}

/**
 * SUPERVISOR's calls name a company: from here on the handle is bound to it, and sees no row of another. An open transaction goes on
 * with what it sees, since a report shows one moment.
 */
export function forCompany(db: Db, companyId: string): Db {
  if ('auditEvents' in db) return { ...db, companyId }
  return { ...db, companyId, q: db.services.databaseOf(companyId) }
}
