import { sql, type Insertable, type UpdateObject } from 'kysely'
import { changeColumns } from '../../db/query/change-columns.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import type { Tx } from '../../db/handle.ts'
import { RUNNING } from '../../db/running-payments.ts'
import type { BankConfig as ConfigTable, DB } from '../../db/schema.ts'

const REFUSALS = {
  bank_config_account_unique: 'bank-config.duplicate',
  bank_config_client_id_unique: 'common.id-reused',
} as const

/** An agreement with what its bank is, held until the transaction ends. */
export function lockConfig(tx: Tx, id: string) {
  return tx.q
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.id', 'c.bank_id')
    .where('c.company_id', '=', tx.companyId)
    .where('c.id', '=', id)
    .select([
      'c.id',
      'c.title',
      'c.account',
      'c.credentials',
      'c.raw_card_allowed',
      'c.pci_certificate',
      'c.allow_test_payment',
      'c.status',
      'c.circuit',
      'c.last_check_error',
      'c.version',
      'b.adapter',
      'b.bik',
      'b.base_url',
      'b.status as bank_status',
    ])
    .select(
      sql<boolean>`coalesce(c.last_check_error is null
        and c.last_check_at > now() - interval '24 hours', false)`.as('checked_lately'),
    )
    .forUpdate('c')
    .executeTakeFirst()
}

export type LockedConfig = NonNullable<Awaited<ReturnType<typeof lockConfig>>>

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

/** Keeps how the bank answered a check; the moment is the database's. */
export async function storeCheck(tx: Tx, id: string, error: string | null): Promise<void> {
  await changeConfig(tx, id, {
    last_check_at: sql<string>`now()`,
    last_check_error: error?.slice(0, 500) ?? null,
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
        where company_id = ${tx.companyId} and method = ${method} and bank_config_id = ${id})`
      .execute(tx.q)
      .catch((error) =>
        onConstraint(error, { bank_config_one_default: 'bank-config.default-taken' }),
      )
}

/** Kinds without a default yet become this agreement's. */
export async function takeFreeDefaults(tx: Tx, id: string, kinds: readonly string[]) {
  await sql`insert into bank_config_default (company_id, method, bank_config_id)
    select ${tx.companyId}::uuid, kind, ${id}::uuid from unnest(${kinds}::text[]) as k(kind)
    on conflict do nothing`.execute(tx.q)
}

/** Whether payments through an agreement are on their way, and whether there were any at all. */
export async function paymentsThrough(tx: Tx, id: string) {
  const row = await tx.q
    .selectFrom('payment')
    .where('company_id', '=', tx.companyId)
    .where('bank_config_id', '=', id)
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where status in ${RUNNING})`.as('running'),
    ])
    .executeTakeFirstOrThrow()
  return row
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
