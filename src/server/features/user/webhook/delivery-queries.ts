import { sql, type Kysely } from 'kysely'
import type {
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryCard,
} from '#contract/webhook/webhooks.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'
import { notSetAside, type SweptRow } from '../../../sweeps/set-aside-queries.ts'
import { FAILING_HOURS, type Verdict } from './retry-plan.ts'

const SHOWN = [
  'id',
  'webhook_id',
  'event_id',
  'type',
  'attempts',
  'created_at',
  'next_at',
  'last_at',
  'last_ms',
  'last_status',
  'last_error',
] as const
const STATUS = sql<DeliveryStatus>`status`.as('status')

export function selectDeliveries(
  db: Db,
  webhookId: string,
  {
    status,
    after,
    limit,
  }: { status?: string | undefined; after?: string | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  let query = db.q
    .selectFrom('webhook_delivery')
    .where('company_id', '=', db.companyId)
    .where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  // Ids are made in the order of time.
  if (after !== undefined) query = query.where('id', '<', after)
  return query.select(SHOWN).select(STATUS).orderBy('id', 'desc').limit(limit).execute()
}

/** In any company: SUPERVISOR names a delivery by its id alone. */
export function findDelivery(
  db: Db,
  id: string,
): Promise<(WebhookDeliveryCard & { company_id: string }) | undefined> {
  return db.q
    .selectFrom('webhook_delivery')
    .where('id', '=', id)
    .select(SHOWN)
    .select(['company_id', 'body', 'last_answer', STATUS])
    .executeTakeFirst()
}

export async function databaseNow(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx.q)
  return rows[0]!.now
}

/** Returns false when it already waits; otherwise it is due at once, with all its attempts again. */
export async function sendAgain(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('webhook_delivery')
    .set({ status: 'waiting', tries: 0, next_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('status', '<>', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Waiting deliveries of an address that was stopped become due at once. */
export async function hurryAll(tx: Tx, webhookId: string): Promise<void> {
  await tx.q
    .updateTable('webhook_delivery')
    .set({ tries: 0, next_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

// Longer than an attempt with its writing: a worker that died holds an address for a minute.
const LEASE_SECONDS = 60

/** A delivery that this worker alone may send now. */
export interface LeasedDelivery {
  readonly id: string
  readonly token: number
  readonly event_id: string
  readonly body: string
  readonly url: string
  readonly sealed_query: Buffer | null
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
  readonly tries: number
}

/**
 * Takes the longest due delivery of an address. One worker an address: a receiver that hangs holds one slot however much waits
 * for it. The lock is one that a change which writes a delivery for the address does not wait for. `busy` = another worker is at it and will find what is due.
 */
export async function claimDelivery(
  tx: Tx,
  webhookId: string,
): Promise<LeasedDelivery | 'busy' | 'nothing'> {
  const webhook = await sql<
    Pick<LeasedDelivery, 'url' | 'sealed_query' | 'secret' | 'previous_secret'>
  >`
    select url, sealed_query, secret, case when previous_until > now() then previous_secret end as previous_secret from webhook
    where company_id = ${tx.companyId} and id = ${webhookId} and status = 'active'
      and (resting_until is null or resting_until <= now() + interval '1 second') for no key update
  `.execute(tx.q)
  if (!webhook.rows[0]) return 'nothing'
  const { rows: busy } = await sql`
    select from webhook_delivery where company_id = ${tx.companyId} and webhook_id = ${webhookId}
      and status = 'waiting' and leased_until > now() limit 1
  `.execute(tx.q)
  if (busy.length > 0) return 'busy'
  // An attempt is counted before it is made, so that one that kills its process is counted too.
  const { rows } = await sql<Pick<LeasedDelivery, 'id' | 'token' | 'event_id' | 'body' | 'tries'>>`
    update webhook_delivery set leased_until = now() + ${LEASE_SECONDS} * interval '1 second',
      lease_token = lease_token + 1, attempts = attempts + 1, tries = tries + 1, last_at = now()
    where company_id = ${tx.companyId} and id = (
      select id from webhook_delivery where company_id = ${tx.companyId} and webhook_id = ${webhookId}
        and status = 'waiting' and next_at <= now() + interval '1 second'
      order by next_at, id limit 1 for update skip locked)
    returning id, lease_token as token, event_id, body, tries
  `.execute(tx.q)
  return rows[0] ? { ...rows[0], ...webhook.rows[0] } : 'nothing'
}

/** Stores the result of an attempt; false when its lease was lost and another attempt decides. */
export async function closeAttempt(
  tx: Tx,
  { id, token }: LeasedDelivery,
  verdict: Verdict,
  { ms, pause }: { ms: number; pause: number | null },
): Promise<boolean> {
  const waits = !verdict.isDelivered && pause !== null
  const given = verdict.isDelivered ? 'delivered' : 'failed'
  const { rows } = await sql`
    update webhook_delivery set leased_until = null, status = ${waits ? 'waiting' : given},
      next_at = ${waits ? sql`now() + ${pause} * interval '1 second'` : sql`null`}, last_ms = ${ms},
      last_status = ${verdict.status}, last_error = ${verdict.error}, last_answer = ${verdict.answer}
    where company_id = ${tx.companyId} and id = ${id} and lease_token = ${token} and status = 'waiting'
    returning id
  `.execute(tx.q)
  return rows.length > 0
}

/** The address before its delivery, in the order in which a claim locks them. */
export async function lockFailures(tx: Tx, webhookId: string) {
  const { rows } = await sql<{ title: string; status: string; failures: number; isLong: boolean }>`
    select title, status, failures,
      coalesce(failing_since < now() - ${FAILING_HOURS} * interval '1 hour', false) as "isLong"
    from webhook where company_id = ${tx.companyId} and id = ${webhookId} for no key update
  `.execute(tx.q)
  return rows[0]
}

/** Stores how the address answered, without a new version, since people may change the record meanwhile. */
export async function noteAnswer(
  tx: Tx,
  webhookId: string,
  failure: { failures: number; rest: number } | null,
): Promise<void> {
  await sql`
    update webhook set failures = ${failure?.failures ?? 0},
      failing_since = ${failure ? sql`coalesce(failing_since, (select now()))` : sql`null`},
      resting_until = ${failure ? sql`now() + ${failure.rest} * interval '1 second'` : sql`null`}
    where company_id = ${tx.companyId} and id = ${webhookId}
      and (failures > 0 or ${failure !== null})
  `.execute(tx.q)
}

/** Seconds until an address has something to do again; undefined when nothing waits. */
export async function secondsToNext(tx: Tx, webhookId: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(greatest(0, extract(epoch from greatest(min(d.next_at), w.resting_until) - now())))::int as seconds
    from webhook w join webhook_delivery d on d.company_id = w.company_id and d.webhook_id = w.id
      and d.status = 'waiting'
    where w.company_id = ${tx.companyId} and w.id = ${webhookId} and w.status = 'active'
    group by w.resting_until
  `.execute(tx.q)
  return rows[0]?.seconds ?? undefined
}

export const DUE = 'webhook.due'

/** Addresses with a delivery that is due for half a minute and that no worker is at: their wake-up was lost. */
export async function dueWebhooks(q: Kysely<DB>): Promise<SweptRow[]> {
  const { rows } = await sql<SweptRow>`
    select distinct w.company_id, w.id from webhook_delivery d
    join webhook w on w.company_id = d.company_id and w.id = d.webhook_id and w.status = 'active'
    where d.status = 'waiting' and d.next_at < now() - interval '30 seconds'
      and (d.leased_until is null or d.leased_until < now())
      and (w.resting_until is null or w.resting_until < now() - interval '30 seconds')
      and ${notSetAside(DUE, 'w.company_id', 'w.id')}
    limit 500
  `.execute(q)
  return rows
}
