import { sql } from 'kysely'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import type { Db } from '../../../../db/handle.ts'

export interface EventRow {
  readonly at: string
  readonly to_status: string
  readonly actor: string
  readonly person: string | null
  readonly approver: string | null
  readonly reason_code: string | null
  readonly bank_status: string | null
}

/** Ends that a second person confirmed: who it was stands in the journal. */
const ENDS_BY_TWO = ['payment.resolve', 'payment.refused-in-bank', 'payment.cancel']

/** The steps, with the person who confirmed each: by a PIN, or as the line of a statement. */
export async function eventsOf(db: Db, id: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.at, e.to_status, e.actor, u.full_name as person, e.reason_code, e.detail->>'bank_status' as bank_status,
      (select a.full_name from app_user a where a.id = coalesce((e.detail->>'approved_by')::uuid, case
        when e.to_status = 'paid' and e.source = 'statement' then (select l.matched_by from bank_statement_line l
          where l.company_id = e.company_id and l.payment_id = e.payment_id and l.direction = 'debit'
            and l.match_status = 'matched')
        when e.actor = 'user' and (e.to_status in ('rejected', 'cancelled') or e.source = 'manual') then (select j.approver_id from audit_event j
          where j.company_id = e.company_id and j.entity = 'payment' and j.entity_id = e.payment_id
            and j.approver_id is not null and j.action = any(${ENDS_BY_TWO}::text[]) limit 1) end)) as approver
    from payment_event e left join app_user u on u.id = e.user_id
    where e.company_id = ${db.companyId} and e.payment_id = ${id} order by e.n limit 100
  `.execute(db.q)
  return rows
}

export interface SendRow {
  readonly at: string
  readonly outcome: string
  readonly error_code: string | null
}

/** Sends that brought no news: people see why nothing moves. */
export async function quietSends(db: Db, id: string): Promise<SendRow[]> {
  const { rows } = await sql<SendRow>`
    select ended_at as at, outcome, error_code from payment_attempt
    where company_id = ${db.companyId} and payment_id = ${id} and kind = 'send' and outcome is not null
      and outcome not in ('accepted', 'refused') order by n desc limit 50
  `.execute(db.q)
  return rows
}

export async function returnsOf(db: Db, id: string): Promise<PaymentCard['returns']> {
  const { rows } = await sql<PaymentCard['returns'][number]>`
    select r.id, r.amount_kop, r.reason_text as reason, r.status, r.created_at as at, u.full_name as confirmed_by_name
    from payment_return r left join app_user u on u.id = r.confirmed_by
    where r.company_id = ${db.companyId} and r.payment_id = ${id} order by r.created_at limit 50
  `.execute(db.q)
  return rows
}
