import { sql } from 'kysely'
import type { Flag } from '#contract/core/flags.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { OrderFormat } from '../../../bank/providers/file-provider.ts'
import type { Db, Tx } from '../../../../db/handle.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { mayBePaid } from '../../doubt-queries.ts'

/** Why a saved payment may not go now; undefined = nothing prevents it (payments.md 1, step 2). */
export async function whyNot(tx: Tx, id: string): Promise<RefusalCode | undefined> {
  const { rows } = await sql<{ code: RefusalCode | null }>`
    select case
      when s.status <> 'active' then 'payment.supplier-not-active'
      when m.payee_key <> p.payee_key then 'payment.method-changed'
      when m.status <> 'active' then 'payment.method-not-active'
      when exists (select from payment_allocation own where own.company_id = p.company_id and own.payment_id = p.id
        and ${mayBePaid(tx, sql`own.act_id`)}) then 'payment.may-be-paid'
      when c.circuit = 'stopped' then 'bank.stopped'
      when b.status <> 'active' or not (c.status = 'active' or (p.is_test and c.status = 'testing')) then 'bank.stopped'
      when p.amount_kop > c.per_payment_kop then 'payment.limit'
      end as code
    from payment p
    join supplier s on s.company_id = p.company_id and s.id = p.supplier_id
    join payment_method m on m.company_id = p.company_id and m.id = p.payment_method_id
    join bank_config c on c.company_id = p.company_id and c.id = p.bank_config_id
    join bank b on b.id = c.bank_id
    where p.company_id = ${tx.companyId} and p.id = ${id}
    for share of s, m, c
  `.execute(tx.q)
  return rows[0]?.code ?? undefined
}

/** Whom the payments that still wait for their hand-over would pay. */
export async function savedPayeesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'saved')
    .where('is_test', '=', false)
    .select('supplier_id')
    .distinct()
    .execute()
  return rows.map((row) => row.supplier_id)
}

async function next(tx: Tx, kind: string, scope: string): Promise<{ year: string; value: number }> {
  const clock = await sql<{ year: string }>`
    select to_char(now() at time zone timezone, 'YYYY') as year from company where id = ${tx.companyId}`.execute(
    tx.q,
  )
  const { rows } = await sql<{ year: string; value: number }>`
    insert into counter (company_id, kind, scope, period, last_value)
    values (${tx.companyId}, ${kind}, ${scope}, ${clock.rows[0]!.year}, 1)
    on conflict (company_id, kind, scope, period) do update set last_value = counter.last_value + 1
    returning period as year, last_value as value
  `.execute(tx.q)
  return rows[0]!
}

/** Agreements in the order in which the counters of their order numbers are locked. */
export async function inOrderOfCounters(tx: Tx, configIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select own.id from bank_config own
    where own.company_id = ${tx.companyId} and own.id = any(${configIds}::uuid[])
    order by ${COUNTER_OF_ORDERS}, own.id`.execute(tx.q)
  return rows.map(({ id }) => id)
}

const COUNTER_OF_ORDERS = sql`coalesce(own.account, own.id::text)`

export interface OrderNumber {
  readonly year: number
  readonly number: number
}

/** The next number of a payment order; banks refuse those that end in three zeros (payments.md 3.2). */
export async function takeOrderNumber(tx: Tx, configId: string): Promise<OrderNumber> {
  let taken = await nextOrder(tx, configId)
  if (taken.number % 1000 === 0) taken = await nextOrder(tx, configId)
  return taken
}

/**
 * Agreements that pay from one account share its numbers: their bank would take a second order of a number and day for a repeat of
 * the first. No number of these agreements is given again, whatever counted them before.
 */
async function nextOrder(tx: Tx, configId: string): Promise<OrderNumber> {
  const { rows } = await sql<OrderNumber>`
    insert into counter (company_id, kind, scope, period, last_value)
    select own.company_id, 'payment_order', ${COUNTER_OF_ORDERS}, t.year::text, 1 + coalesce((
      select max(used.number) from bank_config c cross join lateral (
        select max(p.document_number) as number from payment p
        where p.company_id = c.company_id and p.bank_config_id = c.id and p.document_year = t.year) used
      where c.company_id = own.company_id and (c.id = own.id or c.account = own.account)), 0)
    from bank_config own join company k on k.id = own.company_id
    cross join lateral (select extract(year from now() at time zone k.timezone)::int as year) t
    where own.company_id = ${tx.companyId} and own.id = ${configId}
    on conflict (company_id, kind, scope, period)
      do update set last_value = greatest(counter.last_value + 1, excluded.last_value)
    returning period::int as year, last_value as number
  `.execute(tx.q)
  return rows[0]!
}

/** Creates the registry of payments handed over to one bank in one call: `Р-2026-0017`. */
export async function newRegistry(
  tx: Tx,
  configId: string,
  rows: readonly { readonly amount_kop: number }[],
  format: 'api' | OrderFormat,
): Promise<string> {
  const id = uuidv7()
  const { year, value } = await next(tx, 'registry', '')
  await tx.q
    .insertInto('payment_registry')
    .values({
      company_id: tx.companyId,
      id,
      bank_config_id: configId,
      number: `Р-${year}-${String(value).padStart(4, '0')}`,
      number_year: Number(year),
      number_seq: value,
      payment_count: rows.length,
      total_kop: rows.reduce((sum, row) => sum + row.amount_kop, 0),
      format,
      created_by: tx.caller.userId,
      updated_by: tx.caller.userId,
    })
    .execute()
  return id
}

export async function markRegistering(
  tx: Tx,
  id: string,
  values: { approved_by: string; registry_id: string; number: OrderNumber },
  isAsked: boolean,
): Promise<void> {
  const { number, ...rest } = values
  await tx.q
    .updateTable('payment')
    .set({
      ...rest,
      status: 'registering',
      status_source: 'user',
      document_year: number.year,
      document_number: number.number,
      payer_account: sql`(select c.account from bank_config c
        where c.company_id = payment.company_id and c.id = payment.bank_config_id)`,
      document_date: sql`(select (now() at time zone timezone)::date from company where id = ${tx.companyId})`,
      // A payment that goes by file is no matter of the worker: a statement settles it.
      next_check_at: isAsked ? sql`now()` : null,
      updated_by: tx.caller.userId,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '=', 'saved')
    .execute()
}

/** Who let payments go and when, as their marks keep it. */
export async function reviewStamp(tx: Tx, userId: string): Promise<{ at: string; by: string }> {
  const { rows } = await sql<{ at: string; by: string }>`
    select now() as at, full_name as by from app_user where id = ${userId}`.execute(tx.q)
  return rows[0]!
}

export async function storeFlags(tx: Tx, id: string, flags: readonly Flag[]): Promise<void> {
  await tx.q
    .updateTable('payment')
    .set({ flags: JSON.stringify(flags) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}
