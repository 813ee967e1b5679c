import { sql } from 'kysely'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Arrivals {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
  readonly post_id?: string | undefined
}

export interface VehiclesOfHour {
  /** 0 to 23, of the company's day. */
  readonly hour: number
  readonly vehicles: number
  readonly median_min: number | null
  readonly longest_min: number | null
}

/**
 * Vehicles by the hour of their arrival, from the first hour that has one to the last, and how long they stayed. A vehicle that
 * is still here, or was weighed once, counts and has no stay.
 */
export function walkVehiclesByHour(db: Tx, { site_id, post_id, ...days }: Arrivals) {
  const zone = zoneOf(db)
  const minutes = (stay: ReturnType<typeof sql>) =>
    sql`round(extract(epoch from ${stay}) / 60)::int`
  return walkRows(
    db,
    sql<VehiclesOfHour>`
      with arrived as materialized (
        select extract(hour from v.in_at at time zone ${zone})::int as hour,
          case when v.out_at > v.in_at then v.out_at - v.in_at end as stay
        from visit v
        where v.company_id = ${db.companyId} and v.status <> 'void' and v.carnumber is not null
          and ${withinDays('v.in_at', days, zone)}
          ${site_id ? sql`and v.site_id = ${site_id}::uuid` : sql``}
          ${post_id ? sql`and v.post_id = ${post_id}::uuid` : sql``})
      select h.hour, count(a.hour)::int as vehicles,
        ${minutes(sql`percentile_cont(0.5) within group (order by a.stay)`)} as median_min,
        ${minutes(sql`max(a.stay)`)} as longest_min
      from generate_series((select min(hour) from arrived), (select max(hour) from arrived)) as h(hour)
        left join arrived a on a.hour = h.hour
      group by h.hour
      order by h.hour`,
  )
}
