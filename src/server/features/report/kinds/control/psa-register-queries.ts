import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { positionWeighing } from '../../../../db/query/position-weighing.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

export interface RegisterLine {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly issued_at: string | null
  readonly supplier_snapshot: Buffer | null
  readonly radiation: boolean
  readonly explosion: boolean
  readonly status: string
  readonly void_reason: string | null
  readonly name: string | null
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly is_divided: boolean
  readonly phys_g: number | null
  readonly net_g: number | null
  readonly qty: number | null
  readonly amount_kop: number
}

/** Positions of the numbered acceptance acts of a year in the order of their numbers, void ones too. */
export function walkRegister(
  db: Tx,
  { year, site_id }: { year: string; site_id?: string | undefined },
) {
  return walkRows(
    db,
    sql<RegisterLine>`
      select a.id, a.number, a.date, a.issued_at, a.supplier_snapshot,
        coalesce((a.radiation ->> 'done')::boolean, false) as radiation,
        coalesce((a.explosion ->> 'done')::boolean, false) as explosion,
        a.status, a.void_reason, p.name, w.gross_g, w.tare_g, w.is_divided,
        p.phys_g, p.net_g, p.qty, coalesce(p.amount_kop, 0) as amount_kop
      from act a left join act_position p on p.company_id = a.company_id and p.act_id = a.id
      left join lateral ${positionWeighing} as w on true
      where a.company_id = ${db.companyId} and a.kind = 'psa' and a.number is not null
        and a.status in ('issued', 'signed', 'void')
        and a.date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)
        ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
      order by a.number_year, a.number_seq, a.number_repeat, a.id, p."order", p.id`,
  )
}
