import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'

export interface UnknownFacts {
  /** A day has passed since the last byte that may have moved money: the last send, else the giving of the file, else the payment itself. */
  readonly is_old: boolean
  /** The last three questions were answered "not found", the latest within the hour. */
  readonly is_denied: boolean
  /**
   * Statements of the paying account, with balances that add up, cover the day of the send and three more, and no line of the account
   * that may be this payment is left unexplained.
   */
  readonly is_covered: boolean
}

const WAIT_HOURS = 24
const DENIALS = 3
const DAYS_AFTER = 3

/** A bank carries out an order within ten days of its date. */
const DAYS_OF_ORDER = 10

/**
 * Unexplained debits since it was saved that may be this payment: those that name it, and those of its sum, of the days in which its order
 * lives, to its payee where both accounts are known; not one of which people closed what it contradicts, or said that it is another.
 */
const debitsAlike = (tx: Tx, paymentId: string) => sql`
  select l.id from bank_statement_line l
  join bank_statement t on t.company_id = l.company_id and t.id = l.statement_id
  join payment p on p.company_id = t.company_id
  where p.company_id = ${tx.companyId} and p.id = ${paymentId} and l.direction = 'debit' and l.match_status <> 'matched'
    and not exists (select from payment_discrepancy d
      where d.company_id = l.company_id and d.statement_line_id = l.id and d.closed_at is not null)
    and (l.payment_id = p.id or (l.booked_on >= p.created_at::date - 1 and not p.id = any(l.denied_ids)
      and (strpos(upper(l.purpose), p.marker) > 0
      or (p.payer_account = t.account and l.amount_kop = p.amount_kop
        and l.booked_on between p.document_date and p.document_date + ${DAYS_OF_ORDER}::int
        and (l.payee_account is null or p.payee_account is null or l.payee_account = p.payee_account)))))`

export async function hasDebitAlike(tx: Tx, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (${debitsAlike(tx, paymentId)}) as found`.execute(tx.q)
  return rows[0]!.found
}

/** The facts of an unknown payment for two people who want to give it up (payments.md 3.6). */
export async function unknownFacts(tx: Tx, paymentId: string): Promise<UnknownFacts> {
  const { rows } = await sql<UnknownFacts>`
    with sends as (
      select coalesce(max(a.started_at), p.first_sent_at, p.registered_at, p.created_at) as last,
        coalesce(min(a.started_at), p.first_sent_at, p.registered_at, p.created_at) as first
      from payment p left join payment_attempt a
        on a.company_id = p.company_id and a.payment_id = p.id and a.kind = 'send'
      where p.company_id = ${tx.companyId} and p.id = ${paymentId} group by p.company_id, p.id),
    asked as (
      select outcome, ended_at from payment_attempt
      where company_id = ${tx.companyId} and payment_id = ${paymentId} and kind <> 'send'
        and started_at > (select last from sends)
      order by n desc limit ${DENIALS}),
    alike as (${debitsAlike(tx, paymentId)}),
    days as (
      select range_agg(daterange(t.date_from, t.date_to, '[]')) as told
      from bank_statement t join payment p on p.company_id = t.company_id and p.payer_account = t.account
      where p.company_id = ${tx.companyId} and p.id = ${paymentId} and t.balanced and t.format in ('1c', 'camt.053', 'api'))
    select s.last < now() - ${WAIT_HOURS} * interval '1 hour' as is_old,
      (select count(*) filter (where outcome = 'not_found') = ${DENIALS}
        and max(ended_at) > now() - interval '1 hour' from asked) is true as is_denied,
      (d.told @> daterange((s.first at time zone c.timezone)::date,
        (s.last at time zone c.timezone)::date + ${DAYS_AFTER}::int, '[]')) is true
        and not exists (select from alike) as is_covered
    from sends s, days d, company c where c.id = ${tx.companyId}
  `.execute(tx.q)
  return rows[0]!
}

/** A picture that was attached to this very payment. */
export async function isLetterOf(tx: Tx, fileId: string, paymentId: string): Promise<boolean> {
  const row = await tx.q
    .selectFrom('file')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', fileId)
    .where('entity', '=', 'payment')
    .where('entity_id', '=', paymentId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
