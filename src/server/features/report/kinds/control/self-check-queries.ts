import { sql } from 'kysely'
import { zoneOf, type Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

interface Period {
  readonly date_from: string
  readonly date_to: string
  readonly site_id?: string | undefined
}

/** The fields of an issued act that are compared with the duties of I9. */
export interface CheckedAct {
  readonly id: string
  readonly number: string
  readonly date: string
  readonly kind: string
  readonly status: string
  readonly supplier_snapshot: Buffer | null
  readonly licence: string | null
  readonly ownership_basis: string | null
  readonly has_ownership: boolean
  /** Done, and it says by whom, when and, of radiation, with what and how much: a bare tick proves nothing. */
  readonly radiation: boolean
  readonly explosion: boolean
  readonly positions: number
  /** Without a weight, a quantity or a price. */
  readonly empty_positions: number
  /** Non-ferrous scrap that is not taken from people. */
  readonly forbidden_positions: number
  /** Pages of the signed act that nobody rejected. */
  readonly signed_pages: number
  /** A consent that was in force on the day of the act. */
  readonly has_consent: boolean
  readonly photos: number
}

/** Issued and signed acts of a period in the order of their numbers. */
export function walkChecks(db: Tx, { date_from, date_to, site_id }: Period) {
  const day = (moment: string) => sql`(${sql.ref(moment)} at time zone ${zoneOf(db)})::date`
  return walkRows(
    db,
    sql<CheckedAct>`
      select a.id, a.number, a.date, a.kind, a.status, a.supplier_snapshot,
        a.company_snapshot->>'licence_number' as licence, a.ownership_basis,
        coalesce(a.ownership_document, '') <> '' or cardinality(a.ownership_file_ids) > 0 as has_ownership,
        coalesce((a.radiation->>'done')::boolean, false) and num_nulls(a.radiation->>'usv_h_milli',
          a.radiation->>'instrument', a.radiation->>'at', a.radiation->>'by') = 0 as radiation,
        coalesce((a.explosion->>'done')::boolean, false)
          and num_nulls(a.explosion->>'at', a.explosion->>'by') = 0 as explosion,
        p.positions, p.empty_positions, p.forbidden_positions,
        (select count(*)::int from scan c where c.company_id = a.company_id and c.entity = 'act'
          and c.entity_id = a.id and c.kind = 'signed_act' and c.status <> 'rejected') as signed_pages,
        exists (select from consent c where c.company_id = a.company_id and c.supplier_id = a.supplier_id
          and ${day('c.given_at')} <= a.date and c.valid_until >= a.date
          and (c.withdrawn_at is null or ${day('c.withdrawn_at')} > a.date)) as has_consent,
        (select coalesce(sum(cardinality(w.photos)), 0)::int from weight_act d
          join visit v on v.company_id = d.company_id and v.weight_act_id = d.id
          join weighing w on w.company_id = v.company_id and w.visit_id = v.id
          where d.company_id = a.company_id and d.act_id = a.id) as photos
      from act a cross join lateral (select count(*)::int as positions,
          (count(*) filter (where coalesce(ap.net_g, ap.qty, 0) = 0 or ap.price_kop is null))::int
            as empty_positions,
          (count(*) filter (where pr.metal_class = 'nonferrous' and not pr.allowed_from_person))::int
            as forbidden_positions
        from act_position ap
          join product pr on pr.company_id = ap.company_id and pr.id = ap.product_id
        where ap.company_id = a.company_id and ap.act_id = a.id) p
      where a.company_id = ${db.companyId} and a.status in ('issued', 'signed')
        and a.date between ${date_from}::date and ${date_to}::date
        ${site_id ? sql`and a.site_id = ${site_id}::uuid` : sql``}
      order by a.number_year, a.number_series, a.number_seq, a.id`,
  )
}
