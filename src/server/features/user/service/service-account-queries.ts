import { sql, type Updateable } from 'kysely'
import type { ServiceAccount, ServiceKey } from '#contract/user/service-accounts.ts'
import type { ServicePermissionCode } from '#contract/user/service-permissions.ts'
import { changeColumns } from '../../../db/query/change-columns.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { AppUser } from '../../../db/schema.ts'

/** A service account without its keys. */
export interface AccountRow {
  id: string
  company_id: string
  title: string
  status: ServiceAccount['status']
  permissions: ServicePermissionCode[]
  created_at: string
  created_by: string | null
  version: number
}

function accounts(db: Db) {
  return db.q
    .selectFrom('app_user as u')
    .innerJoin('service_account as a', 'a.user_id', 'u.id')
    .leftJoin('app_user as maker', 'maker.id', 'u.created_by')
    .select([
      'u.id',
      sql<string>`u.company_id`.as('company_id'),
      'u.full_name as title',
      sql<AccountRow['status']>`u.status`.as('status'),
      sql<ServicePermissionCode[]>`a.permissions`.as('permissions'),
      'u.created_at',
      'maker.full_name as created_by',
      'u.version',
    ])
}

/** The contract's bound of one answer. */
const MAX_ACCOUNTS = 100
const MAX_KEYS = 50

export function selectAccounts(db: Db): Promise<AccountRow[]> {
  return accounts(db)
    .where('u.company_id', '=', db.companyId)
    .orderBy('u.full_name')
    .orderBy('u.id')
    .limit(MAX_ACCOUNTS)
    .execute()
}

/** In any company: SUPERVISOR names an account by its id, and the handle is bound to its company then. */
export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return accounts(db).where('u.id', '=', id).executeTakeFirst()
}

export function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return accounts(tx)
    .where('u.company_id', '=', tx.companyId)
    .where('u.id', '=', id)
    .forUpdate('u')
    .executeTakeFirst()
}

/** Counts the company's accounts under a lock of the company, since each new one counts the others. */
export async function countAccounts(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service:${tx.companyId}`}, 0))`.execute(
    tx.q,
  )
  const { n } = await tx.q
    .selectFrom('app_user')
    .where('company_id', '=', tx.companyId)
    .where('kind', '=', 'service')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export interface NewAccount {
  readonly id: string
  readonly title: string
  readonly permissions: readonly string[]
  readonly client_id: string | null
  readonly client_hash: Buffer | null
}

export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  const { id, title, permissions, client_id, client_hash } = account
  const by = tx.caller.userId
  await tx.q
    .insertInto('app_user')
    .values({
      id,
      client_id,
      client_hash,
      company_id: tx.companyId,
      kind: 'service',
      // Nobody types it: without a password it signs nobody in.
      login: `service-${id}`,
      full_name: title,
      role: 'USER',
      status: 'active',
      created_by: by,
      updated_by: by,
    })
    .execute()
    .catch((error) => onConstraint(error, { user_client_id_unique: 'common.id-reused' }))
  await tx.q
    .insertInto('service_account')
    .values({ user_id: id, permissions: [...permissions] })
    .execute()
}

export async function changeAccount(
  tx: Tx,
  id: string,
  change: Updateable<AppUser>,
  permissions: readonly string[] | undefined,
): Promise<void> {
  await tx.q
    .updateTable('app_user')
    .set({ ...change, ...changeColumns(tx) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute()
  if (permissions === undefined) return
  await tx.q
    .updateTable('service_account')
    .set({ permissions: [...permissions] })
    .where('user_id', '=', id)
    .execute()
}

/** Keys of these accounts, newest first; a valid key is included however many ended ones are newer. */
export function selectKeys(
  db: Db,
  accountIds: readonly string[],
): Promise<(ServiceKey & { user_id: string })[]> {
  return db.q
    .selectFrom('service_key as k')
    .innerJoin('app_user as u', 'u.id', 'k.user_id')
    .leftJoin('app_user as maker', 'maker.id', 'k.created_by')
    .where('u.company_id', '=', db.companyId)
    .where(sql<boolean>`k.user_id = any(${accountIds}::uuid[])`)
    .where(
      sql<boolean>`k.id in (select n.id from service_key as n where n.user_id = k.user_id
        order by (n.revoked_at is null and n.expires_at > now()) desc, n.created_at desc, n.id desc
        limit ${MAX_KEYS})`,
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .select([
      'k.user_id',
      'k.id',
      'k.hint',
      sql<ServiceKey['state']>`case when k.revoked_at is not null then 'revoked'
        when k.expires_at <= now() then 'expired' else 'active' end`.as('state'),
      'k.created_at',
      'maker.full_name as created_by',
      'k.expires_at',
      'k.revoked_at',
      'k.last_used_at',
      'k.last_address',
    ])
    .execute()
}

export function keyByClientId(db: Db, clientId: string) {
  return db.q
    .selectFrom('service_key')
    .where('client_id', '=', clientId)
    .select(['user_id', 'client_hash'])
    .executeTakeFirst()
}

export interface NewKey {
  readonly id: string
  readonly accountId: string
  readonly hash: Buffer
  readonly hint: string
  readonly expiresOn: string
  readonly zone: string
  readonly client_id?: string | null
  readonly client_hash?: Buffer | null
}

/** A key is valid to the end of its last day in the company's time. */
export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.q
    .insertInto('service_key')
    .values({
      id: key.id,
      user_id: key.accountId,
      key_hash: key.hash,
      hint: key.hint,
      expires_at: sql<string>`((${key.expiresOn}::date + 1)::timestamp at time zone ${key.zone})`,
      client_id: key.client_id ?? null,
      client_hash: key.client_hash ?? null,
      created_by: tx.caller.userId,
    })
    .execute()
    .catch((error) => onConstraint(error, { service_key_client_id_unique: 'common.id-reused' }))
}

/** The company's time zone and whether a day is a term that a key may have; undefined without such a company. */
export async function keyTerm(
  db: Db,
  day: string,
  maxDays: number,
): Promise<{ zone: string; fits: boolean } | undefined> {
  return db.q
    .selectFrom('company')
    .where('id', '=', db.companyId)
    .select([
      'timezone as zone',
      sql<boolean>`${day}::date between (now() at time zone timezone)::date + 1
        and (now() at time zone timezone)::date + ${maxDays}::int`.as('fits'),
    ])
    .executeTakeFirst()
}

/** Returns true when a valid key was ended; an ended one stays as it is. */
export async function revokeKey(tx: Tx, accountId: string, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.q
    .updateTable('service_key')
    .set({ revoked_at: sql`now()`, revoked_by: tx.caller.userId })
    .where('user_id', '=', accountId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
