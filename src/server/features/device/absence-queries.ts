import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../sweeps/set-aside-queries.ts'

export const ABSENCES = 'device.absence'
export const VERIFICATIONS = 'device.verification'

export interface AbsentDevice extends SweptRow {
  readonly title: string
  /** Whole minutes since the device was last seen. */
  readonly minutes: number
}

/** Devices of working companies that were seen within a week and not for ten minutes: older ones are no news. */
export async function absentDevices(q: Kysely<DB>): Promise<AbsentDevice[]> {
  const { rows } = await sql<AbsentDevice>`
    select d.company_id, d.id, d.title,
      floor(extract(epoch from now() - d.last_seen_at) / 60)::int as minutes
    from device d join company o on o.id = d.company_id and o.status = 'active'
    where d.status = 'offline'
      and d.last_seen_at between now() - interval '7 days' and now() - interval '10 minutes'
      and ${notSetAside(ABSENCES, 'd.company_id', 'd.id')}
    limit 1000
  `.execute(q)
  return rows
}

export interface DueVerification extends SweptRow {
  readonly title: string
  readonly until: string
  /** Whole days left by the company's calendar; negative once it has run out. */
  readonly days: number
}

/** Scales whose verification ends within a month or has ended. */
export async function dueVerifications(q: Kysely<DB>): Promise<DueVerification[]> {
  const { rows } = await sql<DueVerification>`
    select d.company_id, d.id, d.title, d.verification_until::text as until,
      d.verification_until - (now() at time zone o.timezone)::date as days
    from device d join company o on o.id = d.company_id and o.status = 'active'
    where d.kind = 'scale' and d.status <> 'disabled'
      and d.verification_until <= (now() at time zone o.timezone)::date + 30
      and ${notSetAside(VERIFICATIONS, 'd.company_id', 'd.id')}
    limit 1000
  `.execute(q)
  return rows
}
