import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import type { BankAnswer } from '../../../bank/providers/provider.ts'

/** The clock and not the beginning of the transaction. Within a subquery: a cluster asks no clock while it updates (decision 142). */
const CLOCK = sql`(select clock_timestamp())`

/** Ends attempts of workers that have died: the bank may have received their requests (payments.md 3.3 step 3). */
export async function expireAttempts(tx: Tx, id: string, token: number): Promise<void> {
  await sql`
    update payment_attempt set ended_at = ${CLOCK}, outcome = 'ambiguous', error_code = 'worker_lost'
    where company_id = ${tx.companyId} and payment_id = ${id} and ended_at is null and lease_token < ${token}
  `.execute(tx.q)
}

export interface AttemptsKnown {
  readonly sends: { outcome: string | null }[]
  readonly sent_hours: number | null
  readonly last_sent_seconds: number | null
  readonly polls: number
  /** How many of the last two questions by its reference were answered "not found". */
  readonly denials: number
  readonly calm_seconds: number
  readonly provider_ref: string | null
}

/** The results of earlier requests, in one row. */
export async function attemptsOf(tx: Tx, id: string): Promise<AttemptsKnown> {
  const { rows } = await sql<AttemptsKnown>`
    select coalesce(jsonb_agg(jsonb_build_object('outcome', outcome) order by n) filter (where kind = 'send'), '[]') as sends,
      (extract(epoch from now() - min(started_at) filter (where kind = 'send')) / 3600)::float8 as sent_hours,
      extract(epoch from now() - max(started_at) filter (where kind = 'send'))::float8 as last_sent_seconds,
      count(*) filter (where kind <> 'send') as polls,
      (select count(*) filter (where outcome = 'not_found') from (
        select outcome from payment_attempt where company_id = ${tx.companyId} and payment_id = ${id}
          and kind = 'status' and outcome is not null order by n desc limit 2) as latest)::int as denials,
      (select extract(epoch from now() - greatest(p.created_at, max(started_at)))::float8 from payment p
        where p.company_id = ${tx.companyId} and p.id = ${id}) as calm_seconds,
      max(provider_ref) as provider_ref
    from payment_attempt where company_id = ${tx.companyId} and payment_id = ${id}
  `.execute(tx.q)
  return rows[0]!
}

/** Writes the intent to ask; the number of the attempt. The lease row is locked, so numbers never meet. */
export async function openAttempt(
  tx: Tx,
  id: string,
  kind: string,
  token: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into payment_attempt (company_id, payment_id, n, kind, lease_token)
    select ${tx.companyId}, ${id}, coalesce(max(n), 0) + 1, ${kind}, ${token}
    from payment_attempt where company_id = ${tx.companyId} and payment_id = ${id}
    returning n
  `.execute(tx.q)
  return rows[0]!.n
}

/** Something of it may have reached the bank; its lease is locked already. */
export async function isSent(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('first_sent_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Before a send: from here on something may have reached the bank. */
export async function markSending(tx: Tx, id: string, hash: Buffer | null): Promise<void> {
  await tx.q
    .updateTable('payment')
    .set({ first_sent_at: sql`coalesce(first_sent_at, (select now()))`, request_hash: hash })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Ends an attempt once; one that has expired meanwhile still takes the bank's reference. */
export async function closeAttempt(
  tx: Tx,
  id: string,
  n: number,
  answer: BankAnswer,
): Promise<void> {
  // Several words of one object have one reference, several objects none.
  const refs = new Set(answer.payouts.map((payout) => payout.ref))
  const ref = refs.size === 1 ? [...refs][0]! : null
  await sql`
    update payment_attempt set ended_at = coalesce(ended_at, ${CLOCK}),
      outcome = case when ended_at is null or ${answer.outcome} = 'accepted' then ${answer.outcome} else outcome end,
      http_status = coalesce(http_status, ${answer.httpStatus ?? null}::int),
      error_code = coalesce(error_code, ${answer.errorCode ?? null}),
      error_text = coalesce(error_text, ${answer.errorText ?? null}), provider_ref = ${ref}
    where company_id = ${tx.companyId} and payment_id = ${id} and n = ${n}
  `.execute(tx.q)
}

/** Five refusals in a row over three payments within ten minutes: not the payees are wrong, but we (payments.md 3.8). */
export async function refusedInARow(tx: Tx, configId: string): Promise<boolean> {
  const { rows } = await sql<{ stop: boolean }>`
    select count(*) = 5 and bool_and(outcome = 'refused') and count(distinct payment_id) >= 3 as stop from (
      select a.outcome, a.payment_id from payment_attempt a
      join payment p on p.company_id = a.company_id and p.id = a.payment_id
      where a.company_id = ${tx.companyId} and p.bank_config_id = ${configId} and a.kind = 'send'
        and a.ended_at > now() - interval '10 minutes'
      order by a.ended_at desc limit 5) as last
  `.execute(tx.q)
  return rows[0]!.stop
}
