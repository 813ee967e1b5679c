import { sql } from 'kysely'
import { visitCalls } from '#contract/visit/visit.ts'
import { tareDeviates } from '../../../../arithmetic/amounts.ts'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { withinDays } from '../../../../db/query/list-page.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import { settingsNow } from '../../../company/settings.ts'
import { reportKind } from '../../report-kind.ts'
import { ownPlateParam, periodParams } from '../../report-params.ts'
import { weighingSources } from '../weighing-sources.ts'

const COMPARED = 3

/** The middle of the last three; null where there are fewer. */
function medianOf({ before_g }: PastTare): number | null {
  return before_g.length < COMPARED ? null : before_g.toSorted((a, b) => a - b)[1]!
}

interface OfPlate {
  readonly carnumber: string
  readonly date_from: string
  readonly date_to: string
}

interface PastTare {
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
async function* walkTares(db: Tx, { carnumber, date_from, date_to }: OfPlate) {
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

export const tareHistory = reportKind({
  type: 'tare_history',
  title: 'История тары',
  sentence: 'Как менялась тара машин',
  permission: 'report.control',
  source: visitCalls.getAll,
  params: { carnumber: ownPlateParam, ...periodParams },
  columns: {
    number: { title: 'Заезд', kind: 'text', value: (row: PastTare) => row.number },
    at: { title: 'Время', kind: 'instant', value: (row) => row.at },
    tare: { title: 'Тара', kind: 'weight', value: (row) => row.tare_g },
    source: { title: 'Источник', kind: 'text', value: (row) => weighingSources[row.source] },
    median: { title: 'Медиана трёх прежних', kind: 'weight', value: medianOf },
    difference: {
      title: 'Отклонение',
      kind: 'weight',
      value: (row) => {
        const median = medianOf(row)
        return median === null ? null : row.tare_g - median
      },
    },
    deviates: {
      title: 'Сверх допуска',
      kind: 'flag',
      value: (row) => tareDeviates(row.tare_g, row.before_g, row.free_g),
    },
    photos: { title: 'Фото', kind: 'integer', value: (row) => row.photos },
    operator: { title: 'Оператор', kind: 'text', value: (row) => row.operator },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ visit_id }) => visit_id && `/operator/transactions?id=${visit_id}`,
  rows: walkTares,
})
