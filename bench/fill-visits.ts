import type pg from 'pg'
import type { TestProduct } from '#test/builders/builders.ts'
import type { TestCompany } from '#test/support/world.ts'

/** Weighed visits of three years, each by a plate of its own supplier; 90,000 plates come round. */
export async function fillVisits(
  client: pg.Client,
  company: TestCompany,
  product: TestProduct,
  count: number,
): Promise<void> {
  await client.query(
    `with s as (select id, row_number() over (order by id) - 1 as n from supplier where company_id = $1),
       many as (select count(*) as n from s),
       i as (select i, now() - interval '1000 days' * (1 - i::float8 / $4::int) as at,
         (i::bigint * 7919) % many.n as who from generate_series(1, $4::int) as i cross join many)
     insert into visit (company_id, id, number, site_id, mode, direction, carnumber, supplier_id,
       product_id, in_at, out_at, gross_g, tare_g, net_g, status, created_at, created_by)
     select $1, uuidv7(at - now()), 'T-' || i, $3, 'two_pass', 'purchase',
       'А' || lpad((who % 1000)::text, 3, '0') || 'ВС' || 10 + who / 1000 % 90, s.id, $5, at, at,
       5000000 + i % 1000 * 20000, 5000000, i % 1000 * 20000, 'closed', at, $2
     from i join s on s.n = i.who`,
    [company.id, company.operator.id, company.siteId, count, product.id],
  )
  // The fill writes without triggers.
  await client.query(
    `update supplier s set last_visit_at = v.at from (select supplier_id, max(in_at) as at from visit
       where company_id = $1 group by supplier_id) v where s.company_id = $1 and s.id = v.supplier_id`,
    [company.id],
  )
}
