import { sql } from 'kysely'
import { paths } from '#contract/screen-paths.ts'
import { visitStatuses } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, postParam, siteParam } from '../../report-params.ts'

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export const vehiclesByHour = reportKind({
  type: 'vehicles_by_hour',
  title: 'Машины по часам',
  sentence: 'Сколько машин приезжало по часам и сколько они ждали',
  permission: 'report.create',
  source: visitCalls.getAll,
  params: { ...periodParams, site_id: siteParam, post_id: postParam },
  columns: {
    hour: {
      title: 'Час',
      kind: 'text',
      value: ({ hour }: VehiclesOfHour) => `${clock(hour)}–${clock(hour + 1)}`,
    },
    vehicles: {
      title: 'Заехало машин',
      kind: 'integer',
      value: (row) => row.vehicles,
      addend: true,
    },
    median: {
      title: 'На территории (медиана), мин',
      kind: 'integer',
      value: (row) => row.median_min,
    },
    longest: { title: 'Дольше всего, мин', kind: 'integer', value: (row) => row.longest_min },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: {
    title: 'Машины по часам',
    unit: 'count',
    name: 'hour',
    value: 'vehicles',
    isInOrder: true,
  },
  opens({ hour, vehicles }, { date_from, date_to, ...places }) {
    if (vehicles === 0) return null
    const counted = visitStatuses.filter((status) => status !== 'void')
    const address = new URLSearchParams(counted.map((status) => ['status', status]))
    address.set('from', date_from)
    address.set('to', date_to)
    address.set('vehicle_hour', String(hour))
    for (const [name, id] of Object.entries(places)) if (id) address.set(name, id)
    return `${paths.transactions}?${address.toString()}`
  },
  rows: walkVehiclesByHour,
})

interface Arrivals {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
  readonly post_id?: string | undefined
}

interface VehiclesOfHour {
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
function walkVehiclesByHour(db: Tx, { site_id, post_id, ...days }: Arrivals) {
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
