import { sql, type RawBuilder } from 'kysely'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'
import type { NameParts } from '../../../supplier/record/supplier-name.ts'

interface Unpaid {
  readonly date: string
  readonly site_id?: string | undefined
  /** The least and the greatest age. */
  readonly days?: string | undefined
  readonly days_to?: string | undefined
}

export interface UnpaidAct extends NameParts {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly total_kop: number
  readonly paid_kop: number
  /** From the day of the act to the day of the report. */
  readonly days: number
}

/**
 * Acts that were not paid out at the end of a day, with what was paid later. Of a past day the payments that ended later are taken
 * back; a return counts whatever its day, since parts of acts keep none.
 */
const openActs = (db: Tx, { date, site_id, days, days_to }: Unpaid): RawBuilder<unknown> => {
  const end = sql`((${date}::date + 1)::timestamp at time zone ${zoneOf(db)})`
  return sql`
      later as materialized (
        select t.act_id, sum(t.amount_kop - t.returned_kop) as kop
        from payment p
          join payment_allocation t on t.company_id = p.company_id and t.payment_id = p.id
        where p.company_id = ${db.companyId} and p.status = 'paid' and p.finished_at >= ${end}
        group by t.act_id),
      open as (
        select a.id, coalesce(l.kop, 0)::bigint as later_kop
        from act a left join later l on l.act_id = a.id
        where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
          and a.date <= ${date}::date and a.paid_kop - coalesce(l.kop, 0) < a.total_kop
          ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
          ${days ? sql`and a.date <= ${date}::date - ${days}::int` : sql``}
          ${days_to ? sql`and a.date >= ${date}::date - ${days_to}::int` : sql``})`
}

/** The open acts, oldest first. */
export function walkUnpaidActs(db: Tx, unpaid: Unpaid) {
  return walkRows(
    db,
    sql<UnpaidAct>`
      with ${openActs(db, unpaid)}
      select a.id, a.number, a.date, s.type, s.last_name, s.first_name, s.middle_name, s.org_name,
        a.total_kop, a.paid_kop - o.later_kop as paid_kop, ${unpaid.date}::date - a.date as days
      from open o
        join act a on a.company_id = ${db.companyId} and a.id = o.id
        join supplier s on s.company_id = a.company_id and s.id = a.supplier_id
      order by a.date, a.number_year, a.number_seq, a.id`,
  )
}

export interface UnpaidSum {
  /** The place of the band among those asked for, from 0. */
  readonly band: number
  readonly acts: number
  /** Records that were kept of the suppliers. */
  readonly suppliers: number
  readonly left_kop: number
}

/** Sums of the open acts by their age; `bands` are the least ages in days, rising. A band without acts has no row. */
export async function sumUnpaidActs(
  db: Tx,
  unpaid: Unpaid,
  bands: readonly number[],
): Promise<UnpaidSum[]> {
  const { rows } = await sql<UnpaidSum>`
    with ${openActs(db, unpaid)}
    select width_bucket(${unpaid.date}::date - a.date, ${[...bands]}::int[]) - 1 as band,
      count(*)::int as acts, count(distinct coalesce(s.merged_into, s.id))::int as suppliers,
      sum(a.total_kop - a.paid_kop + o.later_kop)::bigint as left_kop
    from open o
      join act a on a.company_id = ${db.companyId} and a.id = o.id
      join supplier s on s.company_id = a.company_id and s.id = a.supplier_id
    group by 1`.execute(db.q)
  return rows
}
