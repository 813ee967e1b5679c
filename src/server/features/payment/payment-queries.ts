import { sql, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import { runningStatuses, type PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Tx } from '../../db/handle.ts'
import type { Payment as PaymentTable } from '../../db/schema.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { cellsOf, type CaseEffect, type CaseKind } from './case-kinds.ts'

const LOCKED_COLUMNS = [
  'id',
  'supplier_id',
  'payment_method_id',
  'bank_config_id',
  'registry_id',
  'amount_kop',
  'status',
  'four_eyes',
  'payee_key',
  'method_snapshot',
  'flags',
  'is_test',
  'first_sent_at',
  'created_by',
  'version',
  'told_ends',
] as const

/** Payments of the company, locked in the order of their ids; unknown ids are missing from the answer. */
export async function lockPayments(tx: Tx, ids: readonly string[]) {
  const rows = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .select(LOCKED_COLUMNS)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as PaymentStatus }))
}

export type LockedPayment = Awaited<ReturnType<typeof lockPayments>>[number]

export async function lockPayment(tx: Tx, id: string) {
  const [row] = await lockPayments(tx, [id])
  return row
}

/** `nextInSeconds` null = the bank is asked no more. */
export async function setPayment(
  tx: Tx,
  id: string,
  values: Updateable<PaymentTable> & { nextInSeconds: number | null },
): Promise<void> {
  const { nextInSeconds: seconds, ...rest } = values
  await tx.q
    .updateTable('payment')
    .set({
      ...rest,
      next_check_at: seconds === null ? null : sql`now() + ${seconds} * interval '1 second'`,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

export async function askSoon(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.q
    .updateTable('payment')
    .set({ next_check_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('status', 'in', runningStatuses)
    .execute()
}

/** Whether another payment of its agreement has this number of the bank already. */
export async function isRefTaken(tx: Tx, id: string, ref: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from payment p join payment o on o.company_id = p.company_id
      and o.bank_config_id = p.bank_config_id and o.id <> p.id and o.provider_ref = ${ref}
      where p.company_id = ${tx.companyId} and p.id = ${id}) as taken`.execute(tx.q)
  return rows[0]!.taken
}

/** Stores the bank's number of the payout, once. */
export async function storeRef(tx: Tx, id: string, ref: string): Promise<void> {
  await tx.q
    .updateTable('payment')
    .set({ provider_ref: ref })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('provider_ref', 'is', null)
    .execute()
}

/** Adds money that left to the sums of the day of its end, per site of the acts, in the company's calendar. */
export async function addPaidToDay(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into daily_rollup (company_id, site_id, day, paid_kop)
    select a.company_id, a.site_id, (p.finished_at at time zone c.timezone)::date, sum(t.amount_kop)
    from payment p
    join payment_allocation t on t.company_id = p.company_id and t.payment_id = p.id
    join act a on a.company_id = t.company_id and a.id = t.act_id
    join company c on c.id = t.company_id
    where p.company_id = ${tx.companyId} and p.id = ${id}
    group by a.company_id, a.site_id, p.finished_at, c.timezone order by a.site_id
    on conflict (company_id, day, site_id) do update set paid_kop = daily_rollup.paid_kop + excluded.paid_kop
  `.execute(tx.q)
}

/** A registry's status follows its payments (payments.md 1). */
export async function followRegistry(tx: Tx, registryId: string): Promise<void> {
  await sql`
    update payment_registry r set updated_at = now(), version = r.version + 1, status = (
      select case
        when bool_and(status = 'paid') then 'done'
        when bool_and(status in ('rejected', 'cancelled')) then 'failed'
        when bool_and(status in ('paid', 'rejected', 'cancelled')) then 'partial'
        when r.format <> 'api' then case when r.download_count = 0 then 'new' else 'sent' end
        when bool_and(status in ('registered', 'processing', 'paid', 'rejected', 'cancelled')) then 'accepted'
        when bool_or(status <> 'registering' or first_sent_at is not null) then 'sent'
        else 'new' end
      from payment where company_id = ${tx.companyId} and registry_id = r.id)
    where r.company_id = ${tx.companyId} and r.id = ${registryId}
  `.execute(tx.q)
}

/** That a discrepancy `d` is open and of a kind that does this to its payment as it stands (case-kinds.ts). */
export function caseDoes(effect: CaseEffect, payment: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql<boolean>`(d.closed_at is null and d.kind || ' ' || case
    when ${of('status')} in ('registered', 'processing', 'unknown') then 'runs'
    when ${of('status')} in ('rejected', 'cancelled') then 'over'
    when ${of('status')} = 'paid' and ${of('returned_kop')} > 0 then 'returned'
    else ${of('status')} end = any(${cellsOf(effect)}::text[]))`
}

/**
 * A fact that contradicts ours, of a payment or of several that it may be about (`detail`), waits for a person, each line for itself;
 * false when the same one is open already, or people have decided by these very words of the bank (`told`), which repeats itself.
 */
export async function openDiscrepancy(
  tx: Tx,
  paymentId: string | null,
  kind: CaseKind,
  lineId: string | null = null,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_discrepancy (company_id, id, kind, payment_id, statement_line_id, detail)
    select ${tx.companyId}, ${uuidv7()}, ${kind}, ${paymentId}::uuid, ${lineId}::uuid, ${JSON.stringify(detail)}::jsonb
    where not exists (select from payment_discrepancy d where d.company_id = ${tx.companyId}
      and d.payment_id is not distinct from ${paymentId}::uuid and d.kind = ${kind}
      and (d.detail->>'told' = ${detail['told'] ?? null}::text
        or (d.closed_at is null and num_nonnulls(${paymentId}::uuid, ${lineId}::uuid) > 0))
      and (${lineId}::uuid is null or d.statement_line_id = ${lineId}::uuid))
    returning id`.execute(tx.q)
  return rows.length === 1
}

/** Returns true when this call stopped it, so that managers are notified once. */
export async function stopConfig(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('bank_config')
    .set({ circuit: 'stopped', stopped_at: sql`now()`, stopped_reason: reason.slice(0, 500) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('circuit', '=', 'closed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
