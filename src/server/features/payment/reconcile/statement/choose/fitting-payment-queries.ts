import { sql, type RawBuilder } from 'kysely'

/** A payment that its bank has answered for is expected in the statement of these days. */
const PAID_DAYS_APART = 5

/** The day by which a payment `p` of a company `k` is looked for in statements. */
export const dayOfPayment: RawBuilder<string> = sql`coalesce(p.document_date, (p.created_at at time zone k.timezone)::date)`

/** The day of a line `l`. */
export const dayOfLine: RawBuilder<string> = sql`coalesce(l.doc_date, l.booked_on)`

/** That the mark of a payment `p` stands in a line `l`. */
export const isMarked: RawBuilder<boolean> = sql`(position('[П:' || p.marker || ']' in coalesce(l.purpose, '')) > 0)`

/**
 * That a debit `l` of a statement `s` may be a payment `p` of the same company `k`: of its sum, to its account, from the account of the
 * statement, that the bank may have and no line has settled. A line with marks is only about a payment that one of them names.
 */
export const isFitting: RawBuilder<boolean> = sql`(p.company_id = l.company_id and l.direction = 'debit'
  and p.payee_account = l.payee_account and p.payer_account = s.account and p.amount_kop = l.amount_kop
  and p.status in ('registered', 'processing', 'unknown', 'paid')
  and (position('[П:' in coalesce(l.purpose, '')) = 0 or ${isMarked})
  and (p.status <> 'paid' or abs(${dayOfLine} - ${dayOfPayment}) <= ${PAID_DAYS_APART})
  and not exists (select from bank_statement_line o where o.company_id = p.company_id and o.payment_id = p.id
    and o.direction = 'debit' and o.match_status = 'matched'))`
