import { sql } from 'kysely'
import type { TestCompany } from '../../support/world.ts'

/** The sums of the years as the database keeps them. */
export async function keptYears({ id, db }: TestCompany) {
  const { rows } =
    await sql`select supplier_id, year, paid_kop, returned_kop, net_kop from supplier_year
    where company_id = ${id} and (paid_kop <> 0 or returned_kop <> 0) order by 1, 2`.execute(db.q)
  return rows
}

/** The definition said apart from the triggers and from their rebuild. */
export async function reckonedYears({ id, db }: TestCompany) {
  const { rows } = await sql`
    with flows as (
      select p.supplier_id, p.finished_at as at, p.amount_kop as paid, 0::bigint as returned
        from payment p where p.company_id = ${id} and p.status = 'paid' and not p.is_test
      union all
      select p.supplier_id, r.confirmed_at, 0, r.amount_kop from payment_return r
        join payment p using (company_id) where p.id = r.payment_id and r.company_id = ${id}
          and r.status = 'confirmed' and not p.is_test),
    years as (
      select coalesce(s.merged_into, s.id) as supplier_id,
        date_part('year', timezone(c.timezone, f.at))::int as year, f.paid, f.returned
      from flows f join supplier s on s.id = f.supplier_id join company c on c.id = s.company_id)
    select supplier_id, year, sum(paid)::bigint as paid_kop, sum(returned)::bigint as returned_kop,
      greatest(0, sum(paid) - sum(returned))::bigint as net_kop
    from years group by 1, 2 order by 1, 2`.execute(db.q)
  return rows
}
