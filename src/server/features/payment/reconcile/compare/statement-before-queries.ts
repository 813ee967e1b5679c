import { sql } from 'kysely'
import type { BankStatement } from '#contract/payment/statement.ts'

/**
 * Of a row `s` of statements the one of its account before it, where a balance or a day is missing between them. Of several that end
 * on one day the one that agrees counts: an earlier one may have been taken before the day was over.
 */
export const statementBefore = sql<
  BankStatement['before']
>`(select json_build_object('statement_id', b.id, 'file_name', b.file_name,
    'date_from', b.date_from, 'date_to', b.date_to, 'closing_kop', b.closing_kop,
    'gap', case when b.date_to < s.date_from - 1 then
      json_build_object('date_from', b.date_to + 1, 'date_to', s.date_from - 1) end,
    'difference_kop', s.opening_kop - b.closing_kop)
  from (select o.* from bank_statement o
    where o.company_id = s.company_id and o.account = s.account and o.date_to < s.date_from
      and o.format <> 'pain.002' and o.balanced and o.closing_kop is not null
    order by o.date_to desc, (o.closing_kop = s.opening_kop) desc, o.created_at desc limit 1) b
  where s.balanced and s.opening_kop is not null and case when b.date_to = s.date_from - 1
    then b.closing_kop <> s.opening_kop
    else not exists (select from bank_statement c where c.company_id = s.company_id and c.account = s.account
      and c.format <> 'pain.002' and c.date_from < s.date_from and c.date_to >= s.date_from - 1) end)`
