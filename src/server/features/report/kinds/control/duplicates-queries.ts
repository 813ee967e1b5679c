import { sql } from 'kysely'
import type { SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import type { Tx } from '../../../../db/handle.ts'
import { walkRows } from '../../../../db/query/walk-query.ts'

export interface Duplicate {
  readonly reason: 'phone' | 'account' | 'person' | 'plate'
  readonly id: string
  readonly type: SupplierType
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
  readonly org_name: string | null
  readonly inn: string | null
  readonly birth_date: string | null
  readonly phone: string | null
  readonly status: string
  readonly last_visit_at: string | null
  /** What is alike: a phone, a plate; of an account where the money goes. */
  readonly phone_or_plate: string | null
  readonly kind: MethodKind | null
  readonly card_last4: string | null
  readonly card_brand: string | null
  readonly sbp_phone: string | null
  readonly sbp_bank_name: string | null
  readonly account: string | null
  readonly bank_name: string | null
}

/**
 * Suppliers with something in common, those that share it one after another. Records that were merged are one supplier, and an
 * archived one still counts: its phone and account belong to it.
 */
export function walkDuplicates(db: Tx) {
  const companyId = db.companyId
  return walkRows(
    db,
    sql<Duplicate>`
      with found as (
        select 1 as part, 'phone' as reason, phone as word, id, phone as phone_or_plate,
          null::uuid as method_id, count(*) over (partition by phone) as number
        from supplier where company_id = ${companyId} and merged_into is null and phone is not null
        union all
        select 2, 'account', encode(m.payee_key, 'hex'), m.supplier_id, null, m.id,
          count(*) over (partition by m.payee_key)
        from (select distinct on (p.payee_key, coalesce(s.merged_into, s.id)) p.payee_key, p.id,
            coalesce(s.merged_into, s.id) as supplier_id
          from payment_method p
            join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
          where p.company_id = ${companyId} and p.status <> 'archived'
          order by p.payee_key, coalesce(s.merged_into, s.id), p.id) m
        union all
        select 3, 'person', name_search || birth_date, id, null, null,
          count(*) over (partition by name_search, birth_date)
        from supplier where company_id = ${companyId} and merged_into is null
          and birth_date is not null
        union all
        select 4, 'plate', v.carnumber, v.supplier_id, v.carnumber, null,
          count(*) over (partition by v.carnumber)
        from (select distinct v.carnumber, coalesce(s.merged_into, s.id) as supplier_id
          from visit v join supplier s on s.company_id = v.company_id and s.id = v.supplier_id
          where v.company_id = ${companyId} and v.carnumber is not null and v.status <> 'void') v)
      select f.reason, s.id, s.type, s.last_name, s.first_name, s.middle_name, s.org_name, s.inn,
        s.birth_date, s.phone, s.status, s.last_visit_at, f.phone_or_plate, m.kind, m.card_last4,
        m.card_brand, m.sbp_phone, m.sbp_bank_name, m.account, m.bank_name
      from found f
        join supplier s on s.company_id = ${companyId} and s.id = f.id
        left join payment_method m on m.company_id = s.company_id and m.id = f.method_id
      where f.number > 1
      order by f.part, f.word, s.id`,
  )
}
