import { sql } from 'kysely'
import type { Tx } from '../../../../db/handle.ts'
import { assertLimit, type LimitLeft, type LimitPlace } from './limit-rules.ts'

interface UsedLimit {
  readonly scope: string
  readonly kop: number
  readonly count: number
}

/** Checks a payment against its counters and locks them until the transaction ends; does not count it yet. */
export async function assertLimits(
  tx: Tx,
  amountKop: number,
  places: readonly LimitPlace[],
  field: string,
): Promise<LimitLeft[]> {
  const used = await lockLimits(tx, places)
  return places.map((limit) =>
    assertLimit(
      limit,
      used.find(({ scope }) => scope === limit.scope)!,
      amountKop,
      field,
    ),
  )
}

/** Whether all that is counted in these counters still fits their caps, which may have been lowered since. */
export async function fitLimits(tx: Tx, places: readonly LimitPlace[]): Promise<boolean> {
  const { rows } = await sql<{ fit: boolean }>`
    select bool_and(l.used_kop <= p.cap_kop and l.used_count <= p.cap_count) as fit
    from ${placesTable(places)} join payment_limit l
      on l.company_id = ${tx.companyId} and l.scope = p.scope and l.scope_key = p.key and l.period = p.period
  `.execute(tx.q)
  return rows[0]!.fit
}

/** Counts a checked payment and records the counters used, so that exactly these are released. */
export async function countLimits(
  tx: Tx,
  paymentId: string,
  amountKop: number,
  places: readonly LimitPlace[],
): Promise<void> {
  await sql`
    with place as (select * from ${placesTable(places)}), counted as (
      update payment_limit l set cap_kop = p.cap_kop, cap_count = p.cap_count,
        used_kop = l.used_kop + ${amountKop}, used_count = l.used_count + 1
      from place p
      where l.company_id = ${tx.companyId} and l.scope = p.scope and l.scope_key = p.key and l.period = p.period
    )
    insert into payment_limit_use (company_id, payment_id, scope, scope_key, period)
    select ${tx.companyId}, ${paymentId}, scope, key, period from place
    on conflict (company_id, payment_id, scope) do update set scope_key = excluded.scope_key, period = excluded.period
  `.execute(tx.q)
}

/** Makes the counters that are missing and locks them all, in the order of their keys. */
async function lockLimits(tx: Tx, places: readonly LimitPlace[]): Promise<UsedLimit[]> {
  await tx.q
    .insertInto('payment_limit')
    .values(
      places.map((place) => ({
        company_id: tx.companyId,
        scope: place.scope,
        scope_key: place.key,
        period: place.period,
        cap_kop: place.capKop,
        cap_count: place.capCount,
      })),
    )
    .onConflict((same) => same.doNothing())
    .execute()
  const { rows } = await sql<UsedLimit>`
    select l.scope, l.used_kop as kop, l.used_count as count
    from ${placesTable(places)} join payment_limit l
      on l.company_id = ${tx.companyId} and l.scope = p.scope and l.scope_key = p.key and l.period = p.period
    order by p.at for update of l
  `.execute(tx.q)
  return rows
}

/** The places as rows `p`, numbered by `at` in the order in which they are locked. */
function placesTable(places: readonly LimitPlace[]) {
  const column = <K extends keyof LimitPlace>(key: K) => places.map((place) => place[key])
  return sql`unnest(${column('scope')}::text[], ${column('key')}::text[], ${column('period')}::date[],
    ${column('capKop')}::bigint[], ${column('capCount')}::int[])
    with ordinality as p (scope, key, period, cap_kop, cap_count, at)`
}

/** Takes a payment out of the counters that include it (-1), or puts it back into the same (1) (payments.md 2). */
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

/** The day whose counters include a payment, and the company's present day. */
export async function limitDays(
  tx: Tx,
  paymentId: string,
): Promise<{ counted: string | null; today: string }> {
  const { rows } = await sql<{ counted: string | null; today: string }>`
    select (now() at time zone c.timezone)::date as today,
      (select period from payment_limit_use u where u.company_id = ${tx.companyId} and u.payment_id = ${paymentId}
        and u.scope = 'company_day') as counted
    from company c where c.id = ${tx.companyId}
  `.execute(tx.q)
  return rows[0]!
}
