import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { FlagCode } from '#contract/core/flags.ts'
import type { FlaggedEntity } from '#contract/report/exceptions.ts'
import { zoneOf, type Db, type Tx } from '../../../db/handle.ts'
import { withinDays } from '../../../db/query/list-page.ts'
import { ON_DUTY, IS_WITHOUT_WEIGHING } from '../../device/loads/episode-queries.ts'
import { walkRows } from '../../../db/query/walk-query.ts'

interface Marked {
  readonly date_from: string
  readonly date_to: string
  readonly user_id?: string | undefined
  readonly flag?: string | undefined
}

export interface RaisedFlag {
  readonly entity: FlaggedEntity
  readonly id: string
  readonly record: string
  readonly code: FlagCode
  readonly at: string
  readonly reviewed_at: string | null
  readonly reviewed_by: string | null
  readonly note: string | null
  readonly why: string | null
  readonly operator: string | null
  readonly approver: string | null
  readonly plate: string | null
  readonly seen_plate: string | null
  readonly tare_g: number | null
  readonly typed_g: number[] | null
  readonly base_kop: number | null
  readonly price_kop: number | null
  readonly amount_kop: number | null
  /** What the scale showed: the load without a record, or the empty scale before a weighing. */
  readonly shown_g: number | null
  readonly load_s: number | null
  /** Pictures of an empty scale. */
  readonly photos: number | null
}

/** Flags of records whose time is within a period, in the order of that time. `kinds` are those that the person may see. */
export function walkFlags(
  db: Tx,
  kinds: readonly FlaggedEntity[],
  { user_id, flag, ...days }: Marked,
) {
  const parts = kinds.map((kind) => sql`(${PARTS[kind](db, { userId: user_id })})`)
  return walkRows(
    db,
    sql<RaisedFlag>`
      select r.*, ${OF_FLAG}
      from (${sql.join(parts, sql` union all `)}) r
        cross join lateral (select mark, (mark->>'at')::timestamptz as at
          from jsonb_array_elements(r.marks) as mark) f
      where ${withinDays('f.at', days, zoneOf(db))}
        ${flag ? sql`and f.mark->>'code' = ${flag}` : sql``}
      order by f.at, r.entity, r.id, f.mark->>'code'`,
  )
}

/** All flags of the named records of one kind. */
export async function flagsOf(
  db: Db,
  kind: FlaggedEntity,
  ids: readonly string[],
): Promise<RaisedFlag[]> {
  const { rows } = await sql<RaisedFlag>`
    select r.*, ${OF_FLAG} from (${PARTS[kind](db, { ids })}) as r(${COLUMNS})
      cross join lateral jsonb_array_elements(r.marks) as f(mark)`.execute(db.q)
  return rows
}

// The first part names them where parts are joined; one part alone is named here.
const COLUMNS =
  sql.raw(`entity, id, record, marks, operator, approver, plate, seen_plate, tare_g, typed_g,
  base_kop, price_kop, amount_kop, shown_g, load_s, photos`)

const OF_FLAG = sql`f.mark->>'code' as code, (f.mark->>'at')::timestamptz as at,
  (f.mark->>'reviewed_at')::timestamptz as reviewed_at, f.mark->>'reviewed_by' as reviewed_by,
  f.mark->>'note' as note, f.mark->>'why' as why`

interface Only {
  /** Records in which this person took part. */
  readonly userId?: string | undefined
  readonly ids?: readonly string[] | undefined
}

type Part = (db: Db, only: Only) => RawBuilder<unknown>

const byIds = (column: string, ids: readonly string[] | undefined) =>
  ids ? sql`and ${sql.ref(column)} = any(${ids}::uuid[])` : sql``

const byPeople = (userId: string | undefined, columns: readonly string[]) => {
  const list = columns.map((column) => sql`${sql.ref(column)} = ${userId}::uuid`)
  return userId ? sql<SqlBool>`and (${sql.join(list, sql` or `)})` : sql``
}

const PARTS: Record<FlaggedEntity, Part> = {
  transaction: (db, { userId, ids }) => sql`
    select 'transaction' as entity, v.id, v.number as record, v.flags as marks,
      w.operator, w.approver, v.carnumber as plate, w.seen_plate, v.tare_g, w.typed_g,
      null::bigint as base_kop, null::bigint as price_kop, null::bigint as amount_kop,
      w.shown_g, null::int as load_s, null::int as photos
    from visit v cross join lateral (
      select string_agg(distinct o.full_name, ', ') as operator,
        string_agg(distinct a.full_name, ', ') as approver, max(w.plate_read) as seen_plate,
        jsonb_agg(w.weight_g order by w.taken_at) filter (where w.source = 'manual') as typed_g,
        (array_agg(w.zero_before_g order by abs(w.zero_before_g) desc nulls last))[1] as shown_g,
        coalesce(bool_or(${userId ?? null}::uuid in (w.operator_id, w.approver_id)), false) as took_part
      from weighing w left join app_user o on o.id = w.operator_id
        left join app_user a on a.id = w.approver_id
      where w.company_id = v.company_id and w.visit_id = v.id) w
    where v.company_id = ${db.companyId} and v.flags <> '[]' ${byIds('v.id', ids)}
      ${userId ? sql`and (w.took_part or v.created_by = ${userId}::uuid)` : sql``}`,
  weight_act: (db, { userId, ids }) => sql`
    select 'weight_act', d.id, d.number, d.flags, u.full_name, null, d.carnumber, null, null, null,
      null, null, null, null, null, null
    from weight_act d left join app_user u on u.id = d.weigher_id
    where d.company_id = ${db.companyId} and d.flags <> '[]' ${byIds('d.id', ids)}
      ${byPeople(userId, ['d.weigher_id'])}`,
  act: (db, { userId, ids }) => sql`
    select 'act', a.id, coalesce(a.number, 'черновик'), a.flags, u.full_name, p.approver,
      a.vehicle->>'carnumber', null, null, null, p.base_kop, p.price_kop, a.total_kop, null, null, null
    from act a left join app_user u on u.id = coalesce(a.issued_by, a.created_by)
      cross join lateral (select string_agg(distinct x.full_name, ', ') as approver,
        (array_agg(ap.base_price_kop order by ap."order") filter (where ap.price_source = 'override'))[1] as base_kop,
        (array_agg(ap.price_kop order by ap."order") filter (where ap.price_source = 'override'))[1] as price_kop,
        coalesce(bool_or(ap.approver_id = ${userId ?? null}::uuid), false) as took_part
      from act_position ap left join app_user x on x.id = ap.approver_id
      where ap.company_id = a.company_id and ap.act_id = a.id) p
    where a.company_id = ${db.companyId} and a.flags <> '[]' ${byIds('a.id', ids)}
      ${userId ? sql`and (p.took_part or ${userId}::uuid in (a.issued_by, a.created_by))` : sql``}`,
  supplier: (db, { userId, ids }) => sql`
    select 'supplier', s.id, coalesce(case when s.type = 'company' then s.org_name end,
      concat_ws(' ', s.last_name, s.first_name, s.middle_name)), s.flags, null, null, null, null,
      null, null, null, null, null, null, null, null
    from supplier s where s.company_id = ${db.companyId} and s.flags <> '[]' ${byIds('s.id', ids)}
      and s.merged_into is null ${userId ? sql`and false` : sql``}`,
  payment: (db, { userId, ids }) => sql`
    select 'payment', p.id, coalesce(p.document_number::text, p.marker), p.flags, c.full_name,
      a.full_name, null, null, null, null, null, null, p.amount_kop, null, null, null
    from payment p left join app_user c on c.id = p.created_by
      left join app_user a on a.id = p.approved_by
    where p.company_id = ${db.companyId} and p.flags <> '[]' and not p.is_test ${byIds('p.id', ids)}
      ${byPeople(userId, ['p.created_by', 'p.approved_by'])}`,
  weight_episode: (db, { userId, ids }) => sql`
    select 'weight_episode', e.record_id, d.title, e.flags,
      duty.people, null, e.plate, null, null, null, null, null, null,
      coalesce((e.reading->>'weight_g')::bigint, e.peak_g),
      extract(epoch from e.ended_at - e.started_at)::int, null
    from weight_episode e join device d on d.company_id = e.company_id and d.id = e.device_id
      cross join lateral (select string_agg(distinct duty_u.full_name, ', ') as people,
        coalesce(bool_or(duty_u.id = ${userId ?? null}::uuid), false) as took_part ${ON_DUTY}) duty
    where e.company_id = ${db.companyId} and e.flags <> '[]' and ${sql.raw(IS_WITHOUT_WEIGHING)}
      ${byIds('e.record_id', ids)} ${userId ? sql`and duty.took_part` : sql``}`,
  zero_departure: (db, { userId, ids }) => sql`
    select 'zero_departure', e.id, d.title, e.flags, duty.people, null, null, null, null, null,
      null, null, null, e.weight_g, extract(epoch from e.back_at - e.started_at)::int, cardinality(e.photos)
    from (select company_id, id, device_id, started_at, weight_g, photos, flags, ended_at as back_at,
        coalesce(ended_at, now()) as ended_at from zero_departure) e
      join device d on d.company_id = e.company_id and d.id = e.device_id
      cross join lateral (select string_agg(distinct duty_u.full_name, ', ') as people,
        coalesce(bool_or(duty_u.id = ${userId ?? null}::uuid), false) as took_part ${ON_DUTY}) duty
    where e.company_id = ${db.companyId} and e.flags <> '[]'
      ${byIds('e.id', ids)} ${userId ? sql`and duty.took_part` : sql``}`,
}
