import { sql } from 'kysely'
import { isFitting } from '../statement/choose/fitting-payment-queries.ts'

/**
 * Of a row `s` of statements: its lines that a person can still settle. One that fits no payment of ours, or of which a person said that it is
 * none, is no such line: rents and taxes stand in every statement.
 */
export const unsettledLines = sql<number>`(select count(*) from bank_statement_line l
  join company k on k.id = l.company_id
  where l.company_id = s.company_id and l.statement_id = s.id and l.match_status in ('suggested', 'waiting', 'none', 'discrepancy')
    and case
      when l.match_status = 'discrepancy' then exists (select from payment_discrepancy d
        where d.company_id = l.company_id and d.statement_line_id = l.id and d.closed_at is null)
      when l.match_status = 'waiting' then true
      when l.match_status = 'suggested' and l.match_rule is distinct from 'amount' then true
      when l.match_status = 'suggested' and not exists (select from bank_statement_line o
        where o.company_id = l.company_id and o.payment_id = l.payment_id and o.direction = 'debit'
          and o.match_status = 'matched') then true
      else exists (select from payment p where ${isFitting} and not p.id = any(l.denied_ids))
    end)`
