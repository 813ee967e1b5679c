import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { WebhookEntity, WebhookEvent } from '#contract/webhook/webhook-events.ts'
import type { DB } from '../db/schema.ts'

/** The company's database inside the transaction of a change. */
export interface OutboxDatabase {
  readonly q: Kysely<DB>
  readonly companyId: string
}

export interface Listener {
  readonly id: string
  readonly events: readonly string[]
}

/** Addresses that want one of these events, and the database's time. */
export async function selectListeners(
  { q, companyId }: OutboxDatabase,
  types: readonly WebhookEvent[],
): Promise<{ listeners: Listener[]; now: string }> {
  const { rows } = await sql<Listener & { now: string }>`
    select id, events, now() as now from webhook
    where company_id = ${companyId} and status = 'active' and events && ${types}::text[]
  `.execute(q)
  return { listeners: rows, now: rows[0]?.now ?? '' }
}

// A payment of more acts than any has is cut, so that a body stays far below its bound.
const MAX_PARTS = 300

/**
 * Ids, numbers, sums and states: what a program books by. Nothing of a person, no free text and no plate: whoever may read those
 * asks for them by the id (security.md 4.9).
 */
const FACTS: Readonly<Record<WebhookEntity, RawBuilder<unknown>>> = {
  act: sql`select id, number, kind, date, status, site_id, supplier_id, net_g, total_kop, reserved_kop, paid_kop,
      correction_of, corrected_by, issued_at, version from act`,
  transaction: sql`select id, number, mode, direction, status, site_id, post_id, supplier_id, product_id, in_at, out_at,
      gross_g, tare_g, pack_g, net_g, weight_act_id, version from visit`,
  payment: sql`select id, status, amount_kop, returned_kop, is_test, supplier_id, bank_config_id, registry_id, document_number,
      document_date, reason_code, retry_of, registered_at, finished_at, version,
      (select coalesce(jsonb_agg(jsonb_build_object('act_id', l.act_id, 'amount_kop', l.amount_kop,
          'returned_kop', l.returned_kop) order by l.act_id), '[]')
        from (select * from payment_allocation where company_id = p.company_id and payment_id = p.id
          order by act_id limit ${sql.lit(MAX_PARTS)}) as l) as acts,
      (select coalesce(jsonb_agg(jsonb_build_object('act_id', l.act_id, 'retry_of', l.retry_of, 'amount_kop', l.amount_kop)
          order by l.act_id, l.retry_of), '[]')
        from (select * from payment_retry where company_id = p.company_id and payment_id = p.id
          order by act_id, retry_of limit ${sql.lit(MAX_PARTS)}) as l) as retries from payment as p`,
  supplier: sql`select id, type, status, vat_mode, price_column_id, merged_into, version from supplier`,
}

/** The rows as they are now, by id. */
export async function selectFacts(
  { q, companyId }: OutboxDatabase,
  entity: WebhookEntity,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<Record<string, unknown>>`
    ${FACTS[entity]} where company_id = ${companyId} and id = any(${ids}::uuid[])
  `.execute(q)
  return new Map(rows.map((row) => [row['id'] as string, row]))
}

/** Acts of these payments that nothing is owed of any more. */
export async function selectPaidActs(
  { q, companyId }: OutboxDatabase,
  paymentIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from payment_allocation l
    join act a on a.company_id = l.company_id and a.id = l.act_id
    where l.company_id = ${companyId} and l.payment_id = any(${paymentIds}::uuid[])
      and a.total_kop > 0 and a.paid_kop = a.total_kop
  `.execute(q)
  return rows.map(({ id }) => id)
}

export interface NewDelivery {
  readonly id: string
  readonly webhook_id: string
  readonly event_id: string
  readonly type: string
  readonly entity_id: string | null
  readonly body: string
}

/** One parameter whatever their number: an import makes thousands. */
export async function insertDeliveries(
  { q, companyId }: OutboxDatabase,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await sql`
    insert into webhook_delivery (company_id, id, webhook_id, event_id, type, entity_id, body)
    select w.company_id, d.id, d.webhook_id, d.event_id, d.type, d.entity_id, d.body
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d(id uuid, webhook_id uuid, event_id uuid, type text, entity_id uuid, body text)
      join webhook w on w.company_id = ${companyId} and w.id = d.webhook_id
  `.execute(q)
}

/** A company that is closed sends nothing more: its addresses stop, which are answered, and what waits ends with the reason. */
export async function stopListeners({ q, companyId }: OutboxDatabase): Promise<string[]> {
  const stopped = await q
    .updateTable('webhook')
    .set({
      status: 'stopped',
      stop_reason: 'closed',
      stopped_at: sql<string>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .returning('id')
    .execute()
  await q
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_at: null, leased_until: null, last_error: 'closed' })
    .where('company_id', '=', companyId)
    .where('status', '=', 'waiting')
    .execute()
  return stopped.map(({ id }) => id)
}
