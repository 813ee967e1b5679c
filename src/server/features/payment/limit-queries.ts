import { sql } from 'kysely'
import type { Tx } from '../../db/handle.ts'
import { judgeLimit, type LimitLeft, type LimitPlace } from './limit-rules.ts'

interface Used {
  readonly scope: string
  readonly kop: number
  readonly count: number
}

/** Judges a payment against its counters and keeps them locked until the end; nothing of it is counted yet. */
export async function judgeLimits(
  tx: Tx,
  amountKop: number,
  places: readonly LimitPlace[],
  field: string,
): Promise<LimitLeft[]> {
  const used = await lockLimits(tx, places)
  return places.map((limit) =>
    judgeLimit(
      limit,
      used.find(({ scope }) => scope === limit.scope)!,
      amountKop,
      field,
    ),
  )
}

/** Counts a judged payment, and notes where, so that exactly that is released. */
export async function countLimits(
  tx: Tx,
  paymentId: string,
  amountKop: number,
  places: readonly LimitPlace[],
): Promise<void> {
  for (const limit of places) {
    await sql`
      update payment_limit set cap_kop = ${limit.capKop}, cap_count = ${limit.capCount},
        used_kop = used_kop + ${amountKop}, used_count = used_count + 1
      where company_id = ${tx.companyId} and scope = ${limit.scope} and scope_key = ${limit.key} and period = ${limit.period}
    `.execute(tx.q)
    await sql`
      insert into payment_limit_use (company_id, payment_id, scope, scope_key, period)
      values (${tx.companyId}, ${paymentId}, ${limit.scope}, ${limit.key}, ${limit.period})
      on conflict (company_id, payment_id, scope) do update set scope_key = excluded.scope_key, period = excluded.period
    `.execute(tx.q)
  }
}

/** Makes the counters that are missing and locks them all, in the order of their keys. */
async function lockLimits(tx: Tx, places: readonly LimitPlace[]): Promise<Used[]> {
  const found: Used[] = []
  for (const limit of places) {
    await sql`
      insert into payment_limit (company_id, scope, scope_key, period, cap_kop, cap_count)
      values (${tx.companyId}, ${limit.scope}, ${limit.key}, ${limit.period}, ${limit.capKop}, ${limit.capCount})
      on conflict do nothing
    `.execute(tx.q)
    const { rows } = await sql<Used>`
      select scope, used_kop as kop, used_count as count from payment_limit where company_id = ${tx.companyId}
        and scope = ${limit.scope} and scope_key = ${limit.key} and period = ${limit.period} for update
    `.execute(tx.q)
    found.push(rows[0]!)
  }
  return found
}

/** Takes a payment out of the counters it stands in (-1), or puts it back into the same (1) (payments.md 2). */
export async function leaveLimits(
  tx: Tx,
  paymentId: string,
  amountKop: number,
  sign: -1 | 1,
): Promise<void> {
  await sql`
    update payment_limit l set used_kop = l.used_kop + ${sign * amountKop}, used_count = l.used_count + ${sign}
    from payment_limit_use u
    where u.company_id = ${tx.companyId} and u.payment_id = ${paymentId} and l.company_id = u.company_id
      and l.scope = u.scope and l.scope_key = u.scope_key and l.period = u.period
  `.execute(tx.q)
}

/** The day in whose counters a payment stands, and the company's present day. */
export async function limitDays(
  tx: Tx,
  paymentId: string,
): Promise<{ counted: string | null; today: string }> {
  const { rows } = await sql<{ counted: string | null; today: string }>`
    select (now() at time zone c.timezone)::date as today,
      (select period from payment_limit_use u where u.company_id = c.id and u.payment_id = ${paymentId}
        and u.scope = 'company_day') as counted
    from company c where c.id = ${tx.companyId}
  `.execute(tx.q)
  return rows[0]!
}
