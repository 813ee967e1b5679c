import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** True where no other command archives the journals of this database; held as long as the connection. */
export async function keepOthersOut(owner: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_lock(727006) as free`.execute(owner)
  return rows[0]!.free
}

export interface NamedCompany {
  readonly id: string
  readonly short_name: string
}

/** All companies, or the one with this INN. */
export async function listCompanies(
  owner: Kysely<DB>,
  inn: string | undefined,
): Promise<NamedCompany[]> {
  const { rows } = await sql<NamedCompany>`
    select id, short_name from company where ${inn ?? null}::text is null or inn = ${inn ?? null}
    order by short_name, id`.execute(owner)
  return rows
}

/** Whether a day is at least as long ago as a journal stays in the database, by the database's clock. */
export async function isOldEnough(owner: Kysely<DB>, before: string): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select ${before}::date <= (now() at time zone 'UTC')::date - interval '1 year' as old`.execute(
    owner,
  )
  return rows[0]!.old
}

/** The last event that comes before every event of this day (UTC) and later ones. */
export async function lastBefore(
  owner: Kysely<DB>,
  companyId: string,
  before: string,
): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce((select min(seq) - 1 from audit_event
        where company_id = ${companyId} and at >= ${before}::date::timestamp at time zone 'UTC'),
      (select seq from audit_head where company_id = ${companyId}), 0) as seq`.execute(owner)
  return Number(rows[0]!.seq)
}

/** The first event of a range that an archive took and the database still has. */
export async function firstToRemove(
  owner: Kysely<DB>,
  companyId: string,
  { first_seq, last_seq, kept_actions }: Range,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select seq from audit_event where company_id = ${companyId} and seq >= ${first_seq} and seq <= ${last_seq}
      and approver_id is null and action <> all(${kept_actions}::text[])
    order by seq limit 1`.execute(owner)
  return rows[0]?.seq
}

interface Range {
  readonly first_seq: number
  readonly last_seq: number
  readonly kept_actions: readonly string[]
}

/** Removes the events of a range that do not stay; the trigger refuses those that no recorded archive holds. */
export async function removeEvents(
  owner: Kysely<DB>,
  companyId: string,
  { first_seq, last_seq, kept_actions }: Range,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_event where company_id = ${companyId} and seq >= ${first_seq} and seq <= ${last_seq}
      and approver_id is null and action <> all(${kept_actions}::text[])`.execute(owner)
  return Number(numAffectedRows ?? 0)
}
