import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import { runningStatuses } from '#contract/payment/payment-entities.ts'
import type { PayeeCheck } from '#contract/supplier/payee-check.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { PaymentMethod as MethodTable } from '../../../db/schema.ts'
import { payeeCheckJson } from './payee-check-queries.ts'

const COLUMNS = [
  'id',
  'supplier_id',
  'kind',
  'title',
  'card_brand',
  'card_last4',
  'card_issuer',
  'card_config_id',
  'sbp_phone',
  'sbp_bank_id',
  'sbp_bank_name',
  'account',
  'bik',
  'corr_account',
  'bank_name',
  'holder_name',
  'holder_match',
  'payee_key',
  'shared',
  'requisites_changed_at',
  'is_default',
  'used_count',
  'status',
  'version',
] as const

/** What the bank told of this destination while it was this supplier's; an old answer is none (payments.md 10.2). */
const PAYEE_CHECK = sql<PayeeCheck | null>`(select ${payeeCheckJson}
  from payee_check k where k.company_id = payment_method.company_id and k.payment_method_id = payment_method.id
    and k.supplier_id = payment_method.supplier_id and k.payee_key = payment_method.payee_key
    and k.asked_at > now() - interval '30 days')`

/** Methods with the mark of a recent change, which asks for a second person (domain.md 13.3, method_cooldown_hours). */
function methods(db: Db) {
  const cooldown = sql`coalesce((select (settings->'rules'->>'method_cooldown_hours')::int from company
    where id = ${db.companyId}), 24) * interval '1 hour'`
  return db.q
    .selectFrom('payment_method')
    .where('company_id', '=', db.companyId)
    .select(COLUMNS)
    .select(sql<boolean>`requisites_changed_at > now() - ${cooldown}`.as('recently_changed'))
    .select(PAYEE_CHECK.as('payee_check'))
}

export type MethodRow = Awaited<ReturnType<ReturnType<typeof methods>['executeTakeFirstOrThrow']>>

/** A supplier's methods in the order of the card: those in use first, then by age. */
export function methodsOf(db: Db, supplierId: string): Promise<MethodRow[]> {
  return methods(db)
    .where('supplier_id', '=', supplierId)
    .orderBy(sql`status = 'archived'`)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .limit(50)
    .execute()
}

/** Methods of several suppliers, each one's in the order of the card. */
export function methodsOfMany(db: Db, supplierIds: readonly string[]): Promise<MethodRow[]> {
  return methods(db)
    .where(sql<SqlBool>`supplier_id = any(${supplierIds}::uuid[])`)
    .where('status', '!=', 'archived')
    .orderBy('supplier_id')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
}

export function findMethod(db: Db, supplierId: string, id: string): Promise<MethodRow | undefined> {
  return methods(db).where('supplier_id', '=', supplierId).where('id', '=', id).executeTakeFirst()
}

/** Methods of a supplier that are not archived; the supplier's row is locked by the caller. */
export function openMethods(db: Tx, supplierId: string): Promise<MethodRow[]> {
  return methods(db)
    .where('supplier_id', '=', supplierId)
    .where('status', '<>', 'archived')
    .orderBy('created_at')
    .limit(200)
    .execute()
}

/** Methods anywhere in the company with the same destination, but one. */
export function sameDestination(
  db: Tx,
  payeeKey: Buffer,
  exceptId: string | null,
): Promise<MethodRow[]> {
  const query = methods(db).where('payee_key', '=', payeeKey).where('status', '<>', 'archived')
  return (exceptId ? query.where('id', '<>', exceptId) : query).limit(200).execute()
}

export type MethodValues = Omit<
  Insertable<MethodTable>,
  'company_id' | 'id' | 'created_by' | 'updated_by'
>

export async function insertMethod(db: Tx, id: string, values: MethodValues): Promise<void> {
  const by = db.caller.userId
  await db.q
    .insertInto('payment_method')
    .values({ ...values, company_id: db.companyId, id, created_by: by, updated_by: by })
    .execute()
}

export async function changeMethod(
  db: Tx,
  id: string,
  values: Updateable<MethodTable> & { requisites_changed?: boolean },
): Promise<void> {
  const { requisites_changed: edited, ...rest } = values
  await db.q
    .updateTable('payment_method')
    .set({
      ...rest,
      ...(edited && { requisites_changed_at: sql`now()` }),
      ...changeColumns(db),
    })
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

export async function forgetPayeeChecks(db: Tx, supplierId: string): Promise<void> {
  await db.q
    .deleteFrom('payee_check')
    .where('company_id', '=', db.companyId)
    .where('supplier_id', '=', supplierId)
    .execute()
}

export async function removeMethod(db: Tx, id: string): Promise<void> {
  await db.q
    .deleteFrom('payment_method')
    .where('company_id', '=', db.companyId)
    .where('id', '=', id)
    .execute()
}

/** The state of a method's payments: none, saved, or under way. */
export async function paymentsOfMethod(db: Tx, id: string) {
  const exists = (statuses: readonly string[]) => sql<boolean>`exists (select 1 from payment
    where company_id = ${db.companyId} and payment_method_id = ${id} and status = any(${statuses}))`
  return db.q
    .selectNoFrom([
      exists(['saved']).as('saved'),
      exists(runningStatuses).as('running'),
      exists(['saved', ...runningStatuses, 'paid', 'rejected', 'cancelled']).as('any'),
    ])
    .executeTakeFirstOrThrow()
}

/** Raw card numbers may be typed in only under an agreement that allows it (payments.md 9). */
export async function rawCardsAllowed(db: Db): Promise<boolean> {
  const row = await db.q
    .selectFrom('bank_config')
    .where('company_id', '=', db.companyId)
    .where('raw_card_allowed', '=', true)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Codes of the providers with which the company has an agreement that works today. */
export async function payingAdapters(db: Db): Promise<string[]> {
  const rows = await db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.status', '=', 'active')
    .where('b.status', '=', 'active')
    .select('b.adapter')
    .distinct()
    .execute()
  return rows.map(({ adapter }) => adapter)
}

export interface VaultRow {
  readonly pan: Buffer
  readonly pan_hmac: Buffer
  readonly key_id: number
}

/** The card's number in its vault, or nothing when the method is by a token now. */
export async function setVault(db: Tx, methodId: string, row: VaultRow | null): Promise<void> {
  await db.q
    .deleteFrom('card_vault')
    .where('company_id', '=', db.companyId)
    .where('payment_method_id', '=', methodId)
    .execute()
  if (!row) return
  await db.q
    .insertInto('card_vault')
    .values({ company_id: db.companyId, payment_method_id: methodId, ...row })
    .execute()
}

/** The bank's name in the directory of the fast payment system; `known` is false while no bank has published one. */
export async function sbpBank(
  db: Db,
  bankId: string,
): Promise<{ name?: string; isPublished: boolean }> {
  const row = await db.q
    .selectFrom('sbp_bank')
    .where('bank_id', '=', bankId)
    .select('name')
    .executeTakeFirst()
  if (row) return { name: row.name, isPublished: true }
  const any = await db.q.selectFrom('sbp_bank').select('bank_id').limit(1).executeTakeFirst()
  return { isPublished: any !== undefined }
}

/** No renewal has named the member for a week: it may be absent from one, and they come nightly. */
export const leftSbp = sql<boolean>`refreshed_at <
  (select max(refreshed_at) from sbp_bank) - interval '7 days'`

/** Banks of СБП by id: their БИК, and the day since which the directory names them no more. */
export function sbpMembers(db: Db, bankIds: readonly string[]) {
  return db.q
    .selectFrom('sbp_bank')
    .where('bank_id', 'in', bankIds)
    .select(['bank_id', 'bic as bik'])
    .select(
      sql<string | null>`case when ${leftSbp}
        then (refreshed_at + interval '1 day')::date end`.as('gone_on'),
    )
    .execute()
}
