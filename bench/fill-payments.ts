import type pg from 'pg'
import { addTrainingBank } from '#test/builders/payouts.ts'
import type { TestCompany } from '#test/support/world.ts'

/** What is written here, for a fill without what checks it. */
export const PAYMENT_TABLES = ['payment', 'payment_allocation', 'payment_method']

/**
 * Payments of three years, each of one act: of a thousand 970 are paid, 20 refused, of which every second was tried again, and
 * ten cancelled; two in a hundred thousand wait for an answer, are unknown or came back. The fill writes without triggers.
 */
export async function fillPayments(
  client: pg.Client,
  company: TestCompany,
  count: number,
): Promise<void> {
  const bank = await addTrainingBank(company)
  await client.query(
    `insert into payment_method (company_id, id, supplier_id, kind, sbp_phone, sbp_bank_id, sbp_bank_name, payee_key,
       status)
     select company_id, uuidv7(), id, 'sbp', phone, '100000000004', 'Учебный банк', sha256(id::text::bytea), 'active'
     from supplier where company_id = $1`,
    [company.id],
  )
  await client.query(
    `with a as (select id, supplier_id, total_kop, row_number() over (order by sort_at, id) - 1 as n from act
         where company_id = $1 and status = 'issued'),
       many as (select count(*) as n from a),
       i as (select i, now() - interval '1000 days' * (1 - i::float8 / $4::int) as at from generate_series(1, $4::int) as i),
       told as (select i, at, case when i % 50000 = 7 then 'processing' when i % 50000 = 8 then 'unknown'
           when i % 1000 < 20 then 'rejected' when i % 1000 < 30 then 'cancelled' else 'paid' end as status,
         case when i % 1000 between 1 and 19 and i % 2 = 1 then i - 1 end as again from i),
       made as (select told.*, uuidv7(at - now()) as id, a.id as act_id, a.supplier_id, a.total_kop
         from told cross join many join a on a.n = i::bigint * many.n / ($4::int + 1)),
       paid as (insert into payment (company_id, id, supplier_id, payment_method_id, bank_config_id, method_snapshot, payee_key,
           amount_kop, purpose, vat_clause, marker, save_hash, status, status_source, reason_code, four_eyes, approved_by,
           document_year, document_number, document_date, registered_at, first_sent_at, finished_at, retry_of,
           returned_kop, created_at, updated_at, created_by)
         select $1, made.id, made.supplier_id, m.id, $3,
           jsonb_build_object('kind', 'sbp', 'label', 'СБП ···' || right(m.sbp_phone, 4), 'holder_name', null), m.payee_key,
           made.total_kop, 'Оплата лома по акту', 'Без НДС',
           (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (made.i >> 5 * k & 31) + 1, 1), ''
             order by k desc) from generate_series(0, 5) as k),
           '\\x00', made.status, case when made.status = 'cancelled' then 'user' else 'status' end,
           case when made.status = 'rejected' then 'payee_refused' end, false,
           case when made.status <> 'cancelled' then $2::uuid end,
           extract(year from made.at)::int, 1 + made.i % 999999, made.at::date, made.at, made.at,
           case when made.status not in ('processing', 'unknown') then made.at end, first.id,
           case when made.status = 'paid' and made.i % 50000 = 49 then 100 else 0 end, made.at, made.at, $2
         from made join payment_method m on m.company_id = $1 and m.supplier_id = made.supplier_id
           left join made first on first.i = made.again
         returning 1)
     insert into payment_allocation (company_id, payment_id, act_id, amount_kop)
     select $1, id, act_id, total_kop from made`,
    [company.id, company.operator.id, bank, count],
  )
  // Triggers rest here.
  await client.query('select rebuild_supplier_years($1)', [company.id])
  await client.query(
    'insert into money_day select * from money_day_by_rows where company_id = $1',
    [company.id],
  )
}
