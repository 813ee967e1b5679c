import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

export interface Hold {
  readonly since: string
  /** Why the database is held for an older one, as a sentence. */
  readonly why: string
  /** The last moment that the database proves. */
  readonly proven_at: string
  /** What was remembered outside of the database and is not in it, by id; null where nothing was remembered. */
  readonly lost_agreements: Agreements | null
}

/** Agreements with banks by their ids. */
export type Agreements = Readonly<
  Record<
    string,
    { readonly company_id: string; readonly company_name: string; readonly title: string }
  >
>

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

/** Every agreement with a bank, of all companies. */
export async function readAgreements(q: Kysely<DB>): Promise<Agreements> {
  const rows = await q
    .selectFrom('bank_config as c')
    .innerJoin('company as k', 'k.id', 'c.company_id')
    .select(['c.id', 'c.company_id', 'k.short_name as company_name', 'c.title'])
    .execute()
  return Object.fromEntries(rows.map(({ id, ...agreement }) => [id, agreement]))
}

/** Adds what this machine remembers to what other machines do, as long as payouts are held. */
export async function noteLostAgreements(q: Kysely<DB>, lost: Agreements): Promise<void> {
  await sql`update installation set lost_agreements = coalesce(lost_agreements, '{}') || ${JSON.stringify(lost)}::jsonb
    where held_since is not null and released_at is null`.execute(q)
}

/** Whether payouts are held now. */
export async function readHold(q: Kysely<DB>): Promise<Hold | undefined> {
  const row = await q
    .selectFrom('installation')
    .select(['held_since', 'held_why', 'proven_at'])
    .select(sql<Agreements | null>`lost_agreements`.as('lost_agreements'))
    .where('released_at', 'is', null)
    .executeTakeFirst()
  const { held_since: since, held_why: why, proven_at, lost_agreements = null } = row ?? {}
  return since && why && proven_at ? { since, why, proven_at, lost_agreements } : undefined
}

/** The case of an agreement whose bank has not told what it did before payouts were let go after a restore. */
export const UNASKED_BANK = 'unasked_bank'

/**
 * An open discrepancy `d` that a restore reveals: a payout that belongs to no payment but carries a number like ours, a payment that the
 * bank knows although we have not sent it, or a bank that has not told what it did.
 */
export const IS_REVEALED = sql<boolean>`(d.closed_at is null
  and (d.kind in ('known_to_bank', ${sql.lit(UNASKED_BANK)}) or (d.kind = 'foreign_payout' and d.detail->>'lost' = 'true')))`

/** Why a company pays nobody, although payouts of the installation were let go. */
export interface CompanyHold {
  /** Titles of agreements whose banks have not told what they did. */
  readonly silent: readonly string[]
  /** What its banks told is open. */
  readonly is_told: boolean
}

/** What of this company is not decided since the installation was restored; undefined: it pays. */
export async function readCompanyHold(
  q: Kysely<DB>,
  companyId: string,
): Promise<CompanyHold | undefined> {
  const row = await q.selectFrom('installation').select('held_since').executeTakeFirst()
  if (!row?.held_since) return undefined
  const { rows } = await sql<{ title: string | null }>`
    select distinct case when d.kind = ${UNASKED_BANK} then d.detail->>'title' end as title
    from payment_discrepancy d where d.company_id = ${companyId} and ${IS_REVEALED} order by 1 limit 200`.execute(
    q,
  )
  if (rows.length === 0) return undefined
  const silent = rows.flatMap(({ title }) => title ?? [])
  return { silent, is_told: silent.length < rows.length }
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
        first_by = null, first_at = null, first_reason = null, released_by = null, released_at = null,
        lost_agreements = null
      where held_since is null or released_at is not null`.execute(tx)
    await sql`delete from bank_comparison where asked_by is null`.execute(tx)
  })
}
