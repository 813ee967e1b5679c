import { sql } from 'kysely'
import { zoneOf, type Db, type Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface JournalPeriod {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
}

/** A check of a load: of an issued acceptance act, or an alarm. Acts of before instruments were kept say less. */
export interface JournalRow {
  readonly id: string
  /** The act, also of an alarm that its draft set off. */
  readonly act_id: string | null
  readonly act_number: string | null
  readonly act_status: string | null
  readonly alarm: 'radiation' | 'explosion' | null
  readonly day: string
  readonly time: string | null
  readonly site_name: string
  readonly carnumber: string | null
  readonly instrument: string | null
  readonly verified_on: string | null
  readonly valid_until: string | null
  readonly background_usv_h_milli: number | null
  readonly usv_h_milli: number | null
  readonly radiation_by: string | null
  readonly radiation_done: boolean
  readonly explosion_done: boolean
  readonly explosion_day: string | null
  readonly explosion_by: string | null
  readonly note: string | null
}

/** Checks of a period in the order of their time; acts by their date, so that one without a time stands in its day. */
function journal(db: Db, { date_from, date_to, site_id }: JournalPeriod) {
  const zone = zoneOf(db)
  const site = site_id ? sql`and x.site_id = ${site_id}::uuid` : sql``
  return sql<JournalRow>`
    select * from (
      select x.id, x.id as act_id, x.number as act_number, x.status as act_status, null as alarm,
        coalesce((x.radiation->>'at')::date, x.date) as day, x.radiation->>'time' as time,
        s.name as site_name, x.vehicle->>'carnumber' as carnumber,
        x.radiation->>'instrument' as instrument, (x.radiation->>'verified_on')::date as verified_on,
        (x.radiation->>'valid_until')::date as valid_until,
        (x.radiation->>'background_usv_h_milli')::int as background_usv_h_milli,
        (x.radiation->>'usv_h_milli')::int as usv_h_milli, x.radiation->>'by' as radiation_by,
        coalesce((x.radiation->>'done')::boolean, false) as radiation_done,
        coalesce((x.explosion->>'done')::boolean, false) as explosion_done,
        (x.explosion->>'at')::date as explosion_day, x.explosion->>'by' as explosion_by,
        x.void_reason as note
      from act x join site s on s.company_id = x.company_id and s.id = x.site_id
      where x.company_id = ${db.companyId} and x.kind = 'psa' and x.number is not null
        and x.status in ('issued', 'signed', 'void')
        and x.date between ${date_from}::date and ${date_to}::date ${site}
      union all
      select x.id, x.act_id, a.number, a.status, x.kind, (x.at at time zone ${zone})::date,
        to_char(x.at at time zone ${zone}, 'HH24:MI'), s.name, x.carnumber, x.instrument->>'instrument',
        (x.instrument->>'verified_on')::date, (x.instrument->>'valid_until')::date,
        x.background_usv_h_milli, x.usv_h_milli,
        case when x.kind = 'radiation' then x.found_by end, x.kind = 'radiation',
        x.kind = 'explosion',
        case when x.kind = 'explosion' then (x.at at time zone ${zone})::date end,
        case when x.kind = 'explosion' then x.found_by end, x.note
      from control_alarm x join site s on s.company_id = x.company_id and s.id = x.site_id
        left join act a on a.company_id = x.company_id and a.id = x.act_id
      where x.company_id = ${db.companyId}
        and (x.at at time zone ${zone})::date between ${date_from}::date and ${date_to}::date ${site}
    ) as checks order by day, time nulls first, act_number, id`
}

export function walkJournal(db: Tx, period: JournalPeriod) {
  return walkRows(db, journal(db, period))
}

/** At most so many checks, for a document. */
export async function selectJournal(db: Db, period: JournalPeriod, most: number) {
  return (await sql<JournalRow>`${journal(db, period)} limit ${most}`.execute(db.q)).rows
}

/** Instruments of the company as they are now, those in use first. */
export function selectInstruments(db: Db, most: number) {
  return db.q
    .selectFrom('instrument')
    .where('company_id', '=', db.companyId)
    .select(['model', 'serial_number', 'verified_on', 'valid_until', 'certificate', 'status'])
    .select(['responsible', 'background_usv_h_milli'])
    .orderBy('status')
    .orderBy('model')
    .orderBy('serial_number')
    .limit(most)
    .execute()
}
