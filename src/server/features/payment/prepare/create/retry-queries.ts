import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../../db/handle.ts'
import { isRepeated, restOf } from '../../../../db/query/repeated-payment.ts'

/** The part of an act's sum in an ended payment that is free and not repeated yet. */
export interface FreePart {
  readonly act_id: string
  readonly act_number: string | null
  readonly payment_id: string
  readonly rest_kop: number
  readonly status: string
  /** People decided its end, not the bank. */
  readonly by_hand: boolean
  readonly reason_code: string | null
  readonly reason_text: string | null
  readonly adapter: string
  /** Day of the end, or of the last return. */
  readonly ended_on: string
  readonly returned_kop: number
  /** The bank debited it after its end, and people closed that as no payment of the acts. */
  readonly debit_denied: boolean
}

/** Parts of payments with how these ended; `own` are the columns that a query adds. */
const endedParts = (own: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${own}, t.act_id, a.number as act_number, p.id as payment_id, p.status,
    p.status_source = 'manual' as by_hand, p.reason_code,
    case p.status when 'paid' then came.reason_text else p.reason_text end as reason_text, b.adapter,
    (coalesce(came.confirmed_at, p.finished_at) at time zone k.timezone)::date as ended_on, t.returned_kop,
    exists (select from payment_discrepancy d where d.company_id = p.company_id and d.payment_id = p.id
      and d.outcome = 'not_paid') as debit_denied
  from payment_allocation t
  join act a on a.company_id = t.company_id and a.id = t.act_id
  join payment p on p.company_id = t.company_id and p.id = t.payment_id
  join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id
  join bank b on b.id = c.bank_id
  join company k on k.id = t.company_id
  left join lateral (select last.confirmed_at, last.reason_text from payment_return last
    where last.company_id = p.company_id and last.payment_id = p.id and last.status = 'confirmed'
    order by last.confirmed_at desc limit 1) came on true`

/** Parts of these acts in ended payments that are not repeated yet, the latest end first. */
export async function freePartsOf(db: Db, actIds: readonly string[]): Promise<FreePart[]> {
  const { rows } = await sql<FreePart>`
    ${endedParts(sql`${restOf('t')} as rest_kop`)}
    where t.company_id = ${db.companyId} and t.act_id = any(${actIds}::uuid[])
      and (p.status in ('rejected', 'cancelled') or t.returned_kop > 0) and ${restOf('t')} > 0
    order by coalesce(came.confirmed_at, p.finished_at) desc, p.id desc
  `.execute(db.q)
  return rows
}

export interface RetryLink {
  readonly act_id: string
  readonly retry_of: string
  readonly amount_kop: number
}

export async function insertRetries(
  tx: Tx,
  paymentId: string,
  links: readonly RetryLink[],
): Promise<void> {
  if (links.length === 0) return
  await tx.q
    .insertInto('payment_retry')
    .values(
      links.map(({ act_id, retry_of, amount_kop }) => ({
        company_id: tx.companyId,
        payment_id: paymentId,
        act_id,
        retry_of,
        amount_kop,
      })),
    )
    .execute()
}

/** The parts that saved payments repeat, with how each ended; by the id of the repeating payment. */
export async function repeatsOf(
  db: Db,
  ids: readonly string[],
): Promise<(FreePart & { readonly repeated_in: string })[]> {
  const { rows } = await sql<FreePart & { repeated_in: string }>`
    ${endedParts(sql`r.payment_id as repeated_in, r.amount_kop as rest_kop`)}
    join payment_retry r on r.company_id = t.company_id and r.retry_of = t.payment_id and r.act_id = t.act_id
    where t.company_id = ${db.companyId} and r.payment_id = any(${ids}::uuid[])
    order by p.id desc, a.number
  `.execute(db.q)
  return rows
}

/** Payments that repeat one, the latest first. */
export async function repeatedIn(db: Db, id: string): Promise<RepeatRow[]> {
  const { rows } = await sql<RepeatRow>`
    select r.payment_id, sum(r.amount_kop)::bigint as amount_kop from payment_retry r
    join payment later on later.company_id = r.company_id and later.id = r.payment_id
    where r.company_id = ${db.companyId} and r.retry_of = ${id}
      and not (later.status = 'cancelled' and later.registered_at is null)
    group by r.payment_id order by r.payment_id desc limit 40
  `.execute(db.q)
  return rows
}

interface RepeatRow {
  readonly payment_id: string
  readonly amount_kop: number
}

/** Whether nothing of a payment is left to be repeated. */
export async function isRepeatedNow(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ repeated: boolean }>`
    select ${isRepeated} as repeated from payment p where p.company_id = ${db.companyId} and p.id = ${id}
  `.execute(db.q)
  return rows[0]?.repeated ?? false
}
