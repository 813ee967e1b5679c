import { sql } from 'kysely'
import { weight } from '#contract/device/device.ts'
import { zoneOf, type Tx } from '../../../db/handle.ts'
import { withinDays } from '../../../db/query/list-page.ts'
import { walkRows } from '../../../db/query/walk-query.ts'
import { reportKind } from '../report-kind.ts'
import { periodParams, postParam, siteParam } from '../report-params.ts'

export const zeroDrift = reportKind({
  type: 'zero_drift',
  title: 'Уход нуля весов',
  sentence: 'Насколько уходил ноль весов',
  permission: 'report.control',
  source: weight.getEpisodes,
  params: { ...periodParams, site_id: siteParam, post_id: postParam },
  columns: {
    day: { title: 'День', kind: 'day', value: (row: ZeroDay) => row.day },
    scale: { title: 'Весы', kind: 'text', value: (row) => row.scale },
    site: { title: 'Площадка', kind: 'text', value: (row) => row.site },
    first: { title: 'Ноль утром', kind: 'weight', value: (row) => row.first_g },
    last: { title: 'Ноль вечером', kind: 'weight', value: (row) => row.last_g },
    least: { title: 'Наименьший', kind: 'weight', value: (row) => row.least_g },
    most: { title: 'Наибольший', kind: 'weight', value: (row) => row.most_g },
    drift: { title: 'Уход за день', kind: 'weight', value: (row) => row.drift_g },
    far: { title: 'Больше трёх делений', kind: 'flag', value: (row) => row.is_far },
    beside: { title: 'Раз вне нуля', kind: 'integer', value: (row) => row.beside },
    pictures: { title: 'Снимков вне нуля', kind: 'integer', value: (row) => row.pictures },
    marked: { title: 'Взвешено не с нуля', kind: 'integer', value: (row) => row.marked },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  chart: { title: 'Уход нуля по дням', unit: 'g', name: 'day', value: 'drift' },
  rows: walkZeroDays,
})

interface DriftPeriod {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
  readonly post_id?: string | undefined
}

/** What one empty scale showed in a day, by its agent's words (devices.md 4.3). */
interface ZeroDay {
  readonly day: string
  readonly scale: string
  readonly site: string
  readonly first_g: number
  readonly last_g: number
  readonly least_g: number
  readonly most_g: number
  readonly drift_g: number
  /** More than three divisions `e_g` apart. */
  readonly is_far: boolean
  /** Words of an empty scale outside its zero band. */
  readonly beside: number
  /** Pictures of the empty scale outside its zero band. */
  readonly pictures: number
  /** Weighings of the day that were marked with it. */
  readonly marked: number
}

/** Days of each scale, of which its agent told a zero, in the order of days. */
function walkZeroDays(db: Tx, { site_id, post_id, ...days }: DriftPeriod) {
  const zone = zoneOf(db)
  return walkRows(
    db,
    sql<ZeroDay>`
      with told as (
        select (e.at at time zone ${zone})::date as day, e.device_id, e.at, (e.body->>'weight_g')::bigint as g
        from agent_event e
        where e.company_id = ${db.companyId} and e.type = 'zero' and ${withinDays('e.at', days, zone)})
      select t.day, d.title as scale, s.name as site,
        (array_agg(t.g order by t.at))[1] as first_g, (array_agg(t.g order by t.at desc))[1] as last_g,
        min(t.g) as least_g, max(t.g) as most_g, max(t.g) - min(t.g) as drift_g,
        max(t.g) - min(t.g) > 3 * d.e_g as is_far,
        (count(*) filter (where abs(t.g) > d.zero_band_g))::int as beside,
        (select coalesce(sum(cardinality(z.photos)), 0)::int from zero_departure z where z.company_id = ${db.companyId}
          and z.device_id = d.id and (z.started_at at time zone ${zone})::date = t.day) as pictures,
        (select count(*)::int from weighing w where w.company_id = ${db.companyId} and w.device_id = d.id
          and (w.taken_at at time zone ${zone})::date = t.day and abs(w.zero_before_g) > d.zero_band_g) as marked
      from told t
        join device d on d.company_id = ${db.companyId} and d.id = t.device_id
        join site s on s.company_id = d.company_id and s.id = d.site_id
      where true ${site_id ? sql`and d.site_id = ${site_id}::uuid` : sql``}
        ${post_id ? sql`and d.post_id = ${post_id}::uuid` : sql``}
      group by t.day, d.id, d.title, d.e_g, d.zero_band_g, s.name
      order by t.day, d.title, d.id`,
  )
}
