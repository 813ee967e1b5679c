import { sql, type UpdateObject } from 'kysely'
import type { Webhook } from '#contract/webhook/webhooks.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { DB } from '../../../db/schema.ts'
import type { IdempotencyKey } from '../../../idempotency.ts'
import { HIDDEN_QUERY } from './webhook-address.ts'

function webhooks(db: Db) {
  return db.q
    .selectFrom('webhook as w')
    .leftJoin('app_user as maker', 'maker.id', 'w.created_by')
    .select([
      'w.id',
      'w.company_id',
      'w.title',
      sql<string>`w.url || case when w.sealed_query is null then '' else ${HIDDEN_QUERY} end`.as(
        'url',
      ),
      sql<Webhook['events']>`w.events`.as('events'),
      sql<Webhook['status']>`w.status`.as('status'),
      sql<Webhook['stop_reason']>`w.stop_reason`.as('stop_reason'),
      'w.stopped_at',
      'w.failing_since',
      sql<string | null>`case when w.previous_until > now() then w.previous_until end`.as(
        'previous_until',
      ),
      sql<number>`(select count(*) from webhook_delivery as d where d.company_id = w.company_id
        and d.webhook_id = w.id and d.status = 'waiting')`.as('waiting'),
      sql<number>`(select count(*) from webhook_delivery as d where d.company_id = w.company_id
        and d.webhook_id = w.id and d.status = 'failed')`.as('failed'),
      'w.created_at',
      'maker.full_name as created_by',
      'w.version',
    ])
}

export function selectWebhooks(db: Db, most: number): Promise<Webhook[]> {
  return webhooks(db)
    .where('w.company_id', '=', db.companyId)
    .orderBy('w.title')
    .orderBy('w.id')
    .limit(most)
    .execute()
}

/** In any company: SUPERVISOR names a webhook by its id, and the handle is bound to its company then. */
export function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  return webhooks(db).where('w.id', '=', id).executeTakeFirst()
}

export function lockWebhook(tx: Tx, id: string): Promise<Webhook | undefined> {
  return webhooks(tx)
    .where('w.company_id', '=', tx.companyId)
    .where('w.id', '=', id)
    .forNoKeyUpdate('w')
    .executeTakeFirst()
}

/** Counts the company's webhooks under a lock of the company, since each new one counts the others. */
export async function countWebhooks(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook:${tx.companyId}`}, 0))`.execute(
    tx.q,
  )
  const { n } = await tx.q
    .selectFrom('webhook')
    .where('company_id', '=', tx.companyId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

interface NewWebhook extends IdempotencyKey {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly sealed_query: Buffer | null
  readonly events: string[]
  readonly secret: Buffer
}

export async function insertWebhook(tx: Tx, values: NewWebhook): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('webhook')
    .values({ ...values, company_id: tx.companyId, created_by: by, updated_by: by })
    .execute()
    .catch((error) => onConstraint(error, { webhook_client_id_unique: 'common.id-reused' }))
}

export async function changeWebhook(
  tx: Tx,
  id: string,
  values: UpdateObject<DB, 'webhook'>,
): Promise<void> {
  await tx.q
    .updateTable('webhook')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Addresses of all companies that earlier releases stored unencrypted. */
export function clearAddresses(db: Db) {
  return db.q
    .selectFrom('webhook')
    .where('url', 'like', '%?%')
    .select(['company_id', 'id', 'url'])
    .execute()
}

/** Sets the columns of an address that still is what was read. */
export async function changeAddress(
  tx: Tx,
  id: string,
  was: string,
  values: { url: string; sealed_query: Buffer | null },
): Promise<void> {
  await tx.q
    .updateTable('webhook')
    .set(values)
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('url', '=', was)
    .execute()
}

/** The columns of an address that receives nothing until a person resumes it. */
export function stoppedFor(reason: NonNullable<Webhook['stop_reason']>) {
  return { status: 'stopped', stop_reason: reason, stopped_at: sql<string>`now()` }
}

/** Earlier failures are cleared: the next attempt may leave at once. */
export const GOES_ON = {
  status: 'active',
  stop_reason: null,
  stopped_at: null,
  failures: 0,
  failing_since: null,
  resting_until: null,
} as const

export async function presentSecret(tx: Tx, id: string): Promise<Buffer> {
  const { secret } = await tx.q
    .selectFrom('webhook')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('secret')
    .executeTakeFirstOrThrow()
  return secret
}

/** Whether the company may receive events; the row is locked, so that the company is not closed before the transaction ends. */
export async function isOpenCompany(tx: Tx): Promise<boolean> {
  const row = await tx.q
    .selectFrom('company')
    .where('id', '=', tx.companyId)
    .select('status')
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.status !== 'archived'
}

/** Sets a new secret; the present one signs beside it for some hours. */
export function replaceSecret(secret: Buffer, hours: number): UpdateObject<DB, 'webhook'> {
  return {
    previous_secret: sql<Buffer>`secret`,
    previous_until: sql<string>`now() + make_interval(hours => ${hours}::int)`,
    secret,
  }
}
