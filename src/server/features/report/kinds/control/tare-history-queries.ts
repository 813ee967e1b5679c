import { sql } from 'kysely'
import { settingsNow } from '../../../company/settings.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface OfPlate {
  readonly carnumber: string
  readonly date_from: string
  readonly date_to: string
}

export interface PastTare {
  /** Null where an empty vehicle was weighed without a visit. */
  readonly visit_id: string | null
  readonly number: string | null
  readonly at: string
  readonly tare_g: number
  readonly source: 'scale' | 'manual' | 'stored_tare'
  /** Of the three closed visits before it with the same trailer, the oldest first; fewer tell nothing (domain.md 5.3). */
  readonly before_g: number[]
  /** What the company lets it differ by. */
  readonly free_g: number
  readonly photos: number
  readonly operator: string | null
}

/** Tares of one plate in the order of arrival: those of closed visits, and those that were weighed by themselves. */
export async function* walkTares(db: Tx, { carnumber, date_from, date_to }: OfPlate) {
  const { tare_free_kg } = (await settingsNow(db)).modules_cfg.weight!
  yield* walkRows(
    db,
    sql<PastTare>`
      with of_visits as (
        select v.id, v.number, v.in_at, v.out_at, v.tare_g, jsonb_agg(v.tare_g) over (
          partition by v.trailer_number order by v.in_at, v.id rows between 3 preceding and 1 preceding) as before_g
        from visit v
        where v.company_id = ${db.companyId} and v.carnumber = ${carnumber}
          and v.status in ('closed', 'attached') and v.tare_g is not null),
      tares as (
        select v.id as visit_id, v.number, v.in_at as at, v.tare_g, w.source,
          coalesce(v.before_g, '[]') as before_g, p.photos, u.full_name as operator
        from of_visits v
          cross join lateral (select source, operator_id from weighing
            where company_id = ${db.companyId} and visit_id = v.id
            order by weight_g, taken_at desc limit 1) w
          cross join lateral (select coalesce(sum(cardinality(photos)), 0)::int as photos
            from weighing where company_id = ${db.companyId} and visit_id = v.id) p
          left join app_user u on u.id = w.operator_id
        union all
        select null, null, t.captured_at, t.tare_g, w.source, '[]'::jsonb, cardinality(w.photos), u.full_name
        from stored_tare t
          join weighing w on w.company_id = t.company_id and w.id = t.weighing_id and w.kind = 'tare'
          left join app_user u on u.id = w.operator_id
        where t.company_id = ${db.companyId} and t.plate = ${carnumber})
      select t.*, ${tare_free_kg * 1000}::int as free_g from tares t where ${withinDays('t.at', { date_from, date_to }, zoneOf(db))}
      order by t.at, t.visit_id`,
  )
}
