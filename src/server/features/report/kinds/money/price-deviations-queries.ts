import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Deviations {
  readonly date_from: string
  readonly date_to: string
  readonly user_id?: string | undefined
}

export interface DeviatingPosition {
  readonly act_id: string
  readonly number: string
  readonly date: string
  readonly product: string
  readonly measure: 'weight' | 'piece'
  readonly phys_g: number | null
  readonly net_g: number | null
  readonly qty: number | null
  readonly amount_kop: number
  readonly base_price_kop: number | null
  readonly price_kop: number
  readonly override_reason: string | null
  /** The product's present one. */
  readonly default_zasor_bp: number
  readonly issuer: string | null
  readonly approver: string | null
}

/** Positions of issued acts with a price of their own, or with contamination other than the product's default. */
export function walkDeviations(db: Tx, { date_from, date_to, user_id }: Deviations) {
  return walkRows(
    db,
    sql<DeviatingPosition>`
      select a.id as act_id, a.number, a.date, ap.name as product, ap.measure, ap.phys_g, ap.net_g,
        ap.qty, ap.amount_kop, ap.base_price_kop, ap.price_kop, ap.override_reason,
        p.default_zasor_bp, i.full_name as issuer, u.full_name as approver
      from act a
        join act_position ap on ap.company_id = a.company_id and ap.act_id = a.id
        join product p on p.company_id = ap.company_id and p.id = ap.product_id
        left join app_user i on i.id = a.issued_by
        left join app_user u on u.id = ap.approver_id
      where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
        and a.date between ${date_from}::date and ${date_to}::date
        ${user_id ? sql`and a.issued_by = ${user_id}::uuid` : sql``}
        and (ap.price_kop is distinct from ap.base_price_kop
          or ap.phys_g > 0 and p.default_zasor_bp
            <> round((ap.phys_g - ap.net_g) * 10000::numeric / ap.phys_g))
      order by a.date, a.number_year, a.number_seq, a.id, ap."order", ap.id`,
  )
}
