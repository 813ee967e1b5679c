import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

export interface Hold {
  readonly since: string
  /** Why the database is held for an older one, as a sentence. */
  readonly why: string
  /** The last moment that the database proves. */
  readonly proven_at: string
}

export interface InstallationRow {
  readonly id: string
  readonly starts: number
}

const START_LOCK = 727_002

/** One start after another, also of processes that start at the same moment. */
export function oneStartAtATime<T>(q: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  return q.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(tx)
    return work()
  })
}

/** Counts a start; two processes that start at once count one after the other. */
export async function countStart(q: Kysely<DB>): Promise<InstallationRow> {
  return q
    .updateTable('installation')
    .set((eb) => ({ starts: eb('starts', '+', 1) }))
    .returning(['id', 'starts'])
    .executeTakeFirstOrThrow()
}

export const readInstallation = (q: Kysely<DB>): Promise<InstallationRow> =>
  q.selectFrom('installation').select(['id', 'starts']).executeTakeFirstOrThrow()

/** How long each journal is: a shorter one than before went back. */
export async function journalLengths(q: Kysely<DB>): Promise<Record<string, number>> {
  const rows = await q.selectFrom('audit_head').select(['company_id', 'seq']).execute()
  return Object.fromEntries(rows.map(({ company_id: id, seq }) => [id, seq]))
}

/** Whether payouts are held now. */
export async function readHold(q: Kysely<DB>): Promise<Hold | undefined> {
  const row = await q
    .selectFrom('installation')
    .select(['held_since', 'held_why', 'proven_at'])
    .where('released_at', 'is', null)
    .executeTakeFirst()
  const { held_since: since, held_why: why, proven_at } = row ?? {}
  return since && why && proven_at ? { since, why, proven_at } : undefined
}

/**
 * An open discrepancy `d` that a restore reveals: a payout that belongs to no payment but carries a number like ours, or a payment that the
 * bank knows although we have not sent it.
 */
export const IS_REVEALED = sql<boolean>`(d.closed_at is null
  and (d.kind = 'known_to_bank' or (d.kind = 'foreign_payout' and d.detail->>'lost' = 'true')))`

/** Whether this installation was once restored, and what the company's banks told of that time is not decided: it pays nobody. */
export async function isCompanyHeld(q: Kysely<DB>, companyId: string): Promise<boolean> {
  const row = await q.selectFrom('installation').select('held_since').executeTakeFirst()
  if (!row?.held_since) return false
  const { rows } = await sql`
    select from payment_discrepancy d where d.company_id = ${companyId} and ${IS_REVEALED} limit 1`.execute(
    q,
  )
  return rows.length > 0
}

/**
 * Holds payouts from now on; what was released before begins anew. Tonight's comparisons with banks are of the state before: they are
 * made again, from the last proven moment on.
 */
export async function holdPayouts(q: Kysely<DB>, why: string): Promise<void> {
  await q.transaction().execute(async (tx) => {
    await sql`
      update installation set held_since = now(), held_why = ${why},
        proven_at = coalesce((select max(e.at) from audit_head h
          join audit_event e on e.company_id = h.company_id and e.seq = h.seq), (select now())),
        first_by = null, first_at = null, first_reason = null, released_by = null, released_at = null
      where held_since is null or released_at is not null`.execute(tx)
    await sql`delete from bank_comparison where asked_by is null`.execute(tx)
  })
}
