import { sql, type Insertable, type UpdateObject } from 'kysely'
import { agreementFields } from '#contract/bank/agreement-record.ts'
import { fieldNames } from '#contract/record/record-field.ts'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { RUNNING } from '../../db/running-payments.ts'
import type { BankConfig as ConfigTable, DB } from '../../db/schema.ts'
import type { Payer } from './providers/provider.ts'

const REFUSALS = {
  bank_config_account_unique: 'bank-config.duplicate',
  bank_config_client_id_unique: 'common.id-reused',
} as const

/** An agreement with what its bank is, held until the transaction ends. */
export function lockConfig(tx: Tx, id: string) {
  return configOf(tx, id).forUpdate('c').executeTakeFirst()
}

/** The same for reading. */
export function readConfig(db: Db, id: string) {
  return configOf(db, id).executeTakeFirst()
}

function configOf(db: Db, id: string) {
  return db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.id', '=', id)
    .select([
      ...fieldNames(agreementFields).map((name) => `c.${name}` as const),
      'c.id',
      'c.credentials',
      'c.status',
      'c.circuit',
      'c.last_check_error',
      'c.last_check_warning',
      'c.stopped_at',
      'c.stopped_reason',
      'c.off_at',
      'c.off_reason',
      'c.version',
      'c.bank_id',
      'c.min_kop',
      'c.per_payment_kop',
      'c.per_day_kop',
      'c.per_month_kop',
      'c.payee_day_count',
      'c.payee_month_kop',
      'b.adapter',
      'b.bik',
      'b.base_url',
      'b.status as bank_status',
    ])
    .select(
      sql<boolean>`coalesce(c.last_check_error is null
        and c.last_check_at > now() - interval '24 hours', false)`.as('checked_lately'),
    )
    .select(
      sql<boolean>`exists (select from payment p where p.company_id = ${db.companyId}
        and p.bank_config_id = c.id and p.is_test and p.status = 'paid' and p.returned_kop = 0
        and p.created_at >= c.keys_at)`.as('proven'),
    )
}

/** Who pays through an agreement, as documents of its bank name it. */
export async function payerOf(db: Db, id: string): Promise<Payer> {
  const row = await db.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .innerJoin('company as k', 'k.id', 'c.company_id')
    .where('c.company_id', '=', db.companyId)
    .where('c.id', '=', id)
    .select(['k.short_name as name', 'k.inn', 'k.kpp', 'b.bik', 'b.name as bankName'])
    .executeTakeFirstOrThrow()
  return { ...row, bik: row.bik ?? '' }
}

export type LockedConfig = NonNullable<Awaited<ReturnType<typeof readConfig>>>

export function companyExists(tx: Tx) {
  return tx.q.selectFrom('company').where('id', '=', tx.companyId).select('id').executeTakeFirst()
}

export async function insertConfig(
  tx: Tx,
  id: string,
  values: Omit<Insertable<ConfigTable>, 'company_id' | 'id' | 'created_by' | 'updated_by'>,
): Promise<void> {
  const by = tx.caller.userId
  await tx.q
    .insertInto('bank_config')
    .values({ ...values, company_id: tx.companyId, id, created_by: by, updated_by: by })
    .execute()
    .catch((error) => onConstraint(error, REFUSALS))
}

export async function changeConfig(
  tx: Tx,
  id: string,
  values: UpdateObject<DB, 'bank_config'>,
): Promise<void> {
  await tx.q
    .updateTable('bank_config')
    .set({ ...values, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
    .catch((error) => onConstraint(error, REFUSALS))
}

/** Why an agreement is switched off, with the reason that the company's people read. */
export function switchedOff(reason: string | null): UpdateObject<DB, 'bank_config'> {
  return { status: 'disabled', off_at: sql<string>`now()`, off_reason: reason }
}

/** New keys must be proven again: neither a check nor a test payment of the previous keys proves them. */
export function provenNoMore(): UpdateObject<DB, 'bank_config'> {
  return {
    last_check_at: null,
    last_check_error: null,
    last_check_warning: null,
    keys_at: sql<string>`now()`,
  }
}

/** Keeps how the bank answered a check; the moment is the database's. */
export async function storeCheck(
  tx: Tx,
  id: string,
  { error, warning }: { readonly error?: string; readonly warning?: string | undefined },
): Promise<void> {
  await changeConfig(tx, id, {
    last_check_at: sql<string>`now()`,
    last_check_error: error?.slice(0, 500) ?? null,
    last_check_warning: warning?.slice(0, 500) ?? null,
  })
}

/** The kinds that this agreement pays by default: exactly these from now on. */
export async function setDefaults(tx: Tx, id: string, kinds: readonly string[]): Promise<void> {
  await tx.q
    .deleteFrom('bank_config_default')
    .where('company_id', '=', tx.companyId)
    .where('bank_config_id', '=', id)
    .where(sql<boolean>`method <> all(${kinds}::text[])`)
    .execute()
  for (const method of kinds)
    await sql`insert into bank_config_default (company_id, method, bank_config_id)
      select ${tx.companyId}::uuid, ${method}, ${id}::uuid where not exists (select from bank_config_default
        where company_id = ${tx.companyId} and method = ${method} and bank_config_id = ${id})
      returning method`
      .execute(tx.q)
      .catch((error) =>
        onConstraint(error, { bank_config_one_default: 'bank-config.default-taken' }),
      )
}

/** Takes these kinds away from whatever pays them by default now. */
export async function freeDefaults(tx: Tx, kinds: readonly string[]): Promise<void> {
  await tx.q
    .deleteFrom('bank_config_default')
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`method = any(${kinds}::text[])`)
    .execute()
}

/** Kinds without a default yet become this agreement's. */
export async function takeFreeDefaults(tx: Tx, id: string, kinds: readonly string[]) {
  await sql`insert into bank_config_default (company_id, method, bank_config_id)
    select c.company_id, k.kind, c.id from bank_config c cross join unnest(${kinds}::text[]) as k(kind)
    where c.company_id = ${tx.companyId} and c.id = ${id}
    on conflict do nothing`.execute(tx.q)
}

/** Records that refer to an agreement and would lose it, in words with their counts; empty when it may be removed. */
export async function usesOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select what, count::int from (
      select 1 as place, 'выплат' as what, count(*) as count from payment
        where company_id = ${db.companyId} and bank_config_id = ${id}
      union all select 2, 'карт поставщиков', count(*) from payment_method
        where company_id = ${db.companyId} and card_config_id = ${id}
      union all select 3, 'реестров', count(*) from payment_registry
        where company_id = ${db.companyId} and bank_config_id = ${id}
      union all select 4, 'выписок', count(*) from bank_statement
        where company_id = ${db.companyId} and bank_config_id = ${id}
      union all select 5, 'проверок получателей', count(*) from payee_check
        where company_id = ${db.companyId} and bank_config_id = ${id}
      union all select 6, 'сверок', count(*) from bank_comparison
        where company_id = ${db.companyId} and bank_config_id = ${id}) as used
    where count > 0 order by place
  `.execute(db.q)
  return rows.map(({ what, count }) => `${what}: ${count}`)
}

/** Payments through an agreement that are on their way. */
export async function paymentsThrough(db: Db, id: string) {
  const row = await db.q
    .selectFrom('payment')
    .where('company_id', '=', db.companyId)
    .where('bank_config_id', '=', id)
    .select(sql<number>`count(*) filter (where status in ${RUNNING})`.as('running'))
    .executeTakeFirstOrThrow()
  return row
}

/** The last test payment through an agreement, of whatever keys. */
export function lastTest(db: Db, id: string) {
  return db.q
    .selectFrom('payment as p')
    .innerJoin('bank_config as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.bank_config_id'),
    )
    .innerJoin('app_user as u', 'u.id', 'p.created_by')
    .where('p.company_id', '=', db.companyId)
    .where('p.bank_config_id', '=', id)
    .where('p.is_test', '=', true)
    .select([
      'p.id',
      'p.status',
      'p.amount_kop',
      'p.created_at as at',
      'p.finished_at',
      'p.reason_code',
      'p.reason_text',
      'p.returned_kop',
      'u.full_name as by_name',
      sql<boolean>`p.created_at >= c.keys_at`.as('counts'),
    ])
    .orderBy('p.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** After a stop was lifted everything that is not final is asked about soon: the minute's sweep wakes it. */
export async function askAboutAll(tx: Tx, id: string): Promise<void> {
  await sql`update payment set next_check_at = now() - interval '61 seconds'
    where company_id = ${tx.companyId} and bank_config_id = ${id}
      and status in ${RUNNING}`.execute(tx.q)
}

export async function removeConfig(tx: Tx, id: string): Promise<void> {
  await tx.q
    .deleteFrom('bank_config')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
}
