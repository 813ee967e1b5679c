import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import {
  instrumentStatuses,
  VERIFICATION_WARN_DAYS,
  type Instrument,
  type instrument,
} from '#contract/act/instrument.ts'
import type { CallInput } from '#contract/core/call.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import { anywhere, withinDays } from '../../db/query/list-page.ts'
import { zoneOf, type Db, type Tx } from '../../db/handle.ts'
import type { ControlAlarm, Instrument as InstrumentTable } from '../../db/schema.ts'
import { asList } from '../../list/lists.ts'
import { countStatuses } from '../../list/status-count-queries.ts'

type Filter = NonNullable<CallInput<typeof instrument.getAll>['query']['filter']>

/** The list for any reader: a page at a time or whole. */
export function instrumentList(db: Db, filter: Filter) {
  return asList({
    filter,
    sort: { model: 'i.model', valid_until: 'i.valid_until' },
    first: ['model', 'asc'],
    id: 'i.id',
    from: matching(db, filter),
    totals: () => countStatuses(db, matching(db, filter), 'i.status', instrumentStatuses),
    select: (query) => query.select([...COLUMNS, 's.name as site_name', verificationOf(db)]),
    item: (row): Instrument => ({
      ...row,
      verification: row.verification as Instrument['verification'],
      status: row.status as Instrument['status'],
    }),
  })
}

const COLUMNS = [
  'i.id',
  'i.site_id',
  'i.model',
  'i.serial_number',
  'i.verified_on',
  'i.valid_until',
  'i.certificate',
  'i.background_usv_h_milli',
  'i.responsible',
  'i.responsible_certificate',
  'i.status',
  'i.version',
] as const

const todayOf = (db: Db) => sql<string>`(now() at time zone ${zoneOf(db)})::date`

/** Whether a day has not been yet in the company's calendar. */
export async function isAhead(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{
    ahead: boolean
  }>`select ${day}::date > ${todayOf(db)} as ahead`.execute(db.q)
  return rows[0]!.ahead
}

function verificationOf(db: Db) {
  return sql<string>`case when i.valid_until < ${todayOf(db)} then 'ended'
    when i.valid_until <= ${todayOf(db)} + ${VERIFICATION_WARN_DAYS}::int then 'ending' else 'valid' end`.as(
    'verification',
  )
}

function matching(db: Db, filter: Filter) {
  let query = db.q
    .selectFrom('instrument as i')
    .leftJoin('site as s', (join) =>
      join.onRef('s.company_id', '=', 'i.company_id').onRef('s.id', '=', 'i.site_id'),
    )
    .where('i.company_id', '=', db.companyId)
  if (filter.status) query = query.where(sql<SqlBool>`i.status = any(${filter.status}::text[])`)
  if (filter.ids) query = query.where(sql<SqlBool>`i.id = any(${filter.ids}::uuid[])`)
  if (filter.search)
    query = query.where((eb) =>
      eb.or([
        eb('i.model', 'ilike', anywhere(filter.search!)),
        eb('i.serial_number', 'ilike', anywhere(filter.search!)),
      ]),
    )
  if (filter.date_from || filter.date_to)
    query = query.where(withinDays('i.created_at', filter, zoneOf(db)))
  return query
}

const selectInstruments = (db: Db) =>
  db.q
    .selectFrom('instrument as i')
    .where('i.company_id', '=', db.companyId)
    .select([...COLUMNS])

export type InstrumentRow = Awaited<
  ReturnType<ReturnType<typeof selectInstruments>['executeTakeFirstOrThrow']>
>

export function findInstrument(db: Db, id: string): Promise<InstrumentRow | undefined> {
  return selectInstruments(db).where('i.id', '=', id).executeTakeFirst()
}

/**
 * The instrument that a check of a site is taken to be made with: a verified one before others, one of the site before one of
 * all sites, the newest verification before older ones.
 */
export function usualInstrument(db: Db, siteId: string): Promise<InstrumentRow | undefined> {
  return selectInstruments(db)
    .where('i.status', '=', 'active')
    .where((eb) => eb.or([eb('i.site_id', '=', siteId), eb('i.site_id', 'is', null)]))
    .orderBy(sql`i.valid_until >= ${todayOf(db)}`, 'desc')
    .orderBy(sql`i.site_id is null`)
    .orderBy('i.verified_on', 'desc')
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst()
}

export function lockInstrument(tx: Tx, id: string): Promise<InstrumentRow | undefined> {
  return selectInstruments(tx).where('i.id', '=', id).forUpdate().executeTakeFirst()
}

const TWICE = { instrument_serial_unique: 'instrument.duplicate' } as const

export async function insertInstrument(
  tx: Tx,
  values: Omit<Insertable<InstrumentTable>, 'company_id'>,
): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('instrument')
    .values({ ...values, company_id: tx.companyId, created_by: by, updated_by: by })
    .execute()
    .catch((error) => onConstraint(error, TWICE))
}

export async function changeInstrument(
  tx: Tx,
  id: string,
  values: Updateable<InstrumentTable>,
): Promise<void> {
  await tx.q
    .updateTable('instrument')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
    .catch((error) =>
      onConstraint(error, {
        ...TWICE,
        instrument_verified_before: 'instrument.verification-order',
      }),
    )
}

/** An active site of the company, by default the default one; undefined for another company's. */
export function findControlSite(db: Db, id: string | undefined) {
  const sites = db.q
    .selectFrom('site')
    .where('company_id', '=', db.companyId)
    .where('status', '=', 'active')
    .select('id')
  return (
    id === undefined ? sites.where('is_default', '=', true) : sites.where('id', '=', id)
  ).executeTakeFirst()
}

/** Enters an alarm; the same reading of one act is one alarm. Answers its id when it is new. */
export async function insertAlarm(
  tx: Tx,
  values: Omit<Insertable<ControlAlarm>, 'company_id' | 'at'>,
): Promise<string | undefined> {
  const row = await tx.q
    .insertInto('control_alarm')
    .values({
      ...values,
      company_id: tx.companyId,
      at: sql<string>`now()`,
      created_by: tx.caller.userId,
    })
    .onConflict((oc) => oc.constraint('control_alarm_of_act_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
