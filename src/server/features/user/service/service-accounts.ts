import type { CallInput } from '#contract/core/call.ts'
import {
  MAX_KEY_DAYS,
  MAX_LIVING_KEYS,
  type ServiceAccount,
  type ServiceKey,
  type serviceAccounts,
} from '#contract/user/service-accounts.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forgetRights } from '../../../auth/forget-rights-queries.ts'
import { mustMayNow } from '../../../auth/rights/rights.ts'
import { makeServiceKey } from '../../../auth/service-keys.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { idempotencyKeyOf, type IdempotencyKey } from '../../../idempotency.ts'
import { userByClientId } from '../people/manage-queries.ts'
import { companyExists } from '../user-queries.ts'
import * as queries from './service-account-queries.ts'

type Calls = typeof serviceAccounts

const MAX_ACCOUNTS = 100

export async function listServiceAccounts(
  db: Db,
  { query }: CallInput<Calls['superGetServiceAccounts']>,
): Promise<Answer<Calls['superGetServiceAccounts']>> {
  const place = forCompany(db, query.companyId)
  if (!(await companyExists(db, place.companyId))) refuse('common.not-found')
  return withKeys(place, await queries.selectAccounts(place))
}

/** A program of a company with its first key: the answer is the only place where the key is readable. */
export async function createServiceAccount(
  db: Db,
  { body }: CallInput<Calls['superCreateServiceAccount']>,
): Promise<Answer<Calls['superCreateServiceAccount']>> {
  const stamp = idempotencyKeyOf(body)
  return inTransaction(forCompany(db, body.company_id), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    const earlier = body.client_id && (await userByClientId(tx, body.client_id))
    if (earlier) return { account: await copyOf(tx, earlier.id, earlier, stamp), key: null }
    const zone = await zoneForTerm(tx, body.expires_on)
    if ((await queries.countAccounts(tx)) >= MAX_ACCOUNTS) refuse('service.too-many')
    const id = uuidv7()
    const { title, permissions, expires_on: expiresOn } = body
    await queries.insertAccount(tx, { id, title, permissions, ...stamp })
    addAuditEvent(tx, {
      action: 'service.create',
      entity: 'service_account',
      id,
      after: { title, permissions },
    })
    const key = await addKey(tx, { accountId: id, expiresOn, zone })
    return { account: await accountNow(tx, id), key }
  })
}

export async function updateServiceAccount(
  db: Db,
  { body }: CallInput<Calls['superUpdateServiceAccount']>,
): Promise<ServiceAccount> {
  const { id, version, title, permissions, status } = body
  return onAccount(db, id, async (tx, before) => {
    if (before.version !== version) refuse('common.stale')
    const change = {
      ...(title !== undefined && { full_name: title }),
      ...(status !== undefined && { status }),
    }
    await queries.changeAccount(tx, id, change, permissions)
    await forgetRights(tx, { userId: id })
    const after = (await queries.lockAccount(tx, id))!
    const isMoved = before.status !== after.status
    const moved = after.status === 'blocked' ? 'service.block' : 'service.unblock'
    addAuditEvent(tx, {
      action: isMoved ? moved : 'service.update',
      entity: 'service_account',
      id,
      before: auditedPart(before),
      after: auditedPart(after),
    })
    return accountNow(tx, id)
  })
}

/** A further key, so that the program can change to it while the previous one still works. */
export async function addServiceKey(
  db: Db,
  { body }: CallInput<Calls['superAddServiceKey']>,
): Promise<Answer<Calls['superAddServiceKey']>> {
  const stamp = idempotencyKeyOf(body)
  return onAccount(db, body.id, async (tx, account) => {
    const earlier = body.client_id && (await queries.keyByClientId(tx, body.client_id))
    if (earlier) return { account: await copyOf(tx, earlier.user_id, earlier, stamp), key: null }
    const zone = await zoneForTerm(tx, body.expires_on)
    const { keys } = await accountNow(tx, account.id)
    if (keys.filter(({ state }) => state === 'active').length >= MAX_LIVING_KEYS)
      refuse('service.too-many-keys')
    const given = { accountId: account.id, expiresOn: body.expires_on, zone, ...stamp }
    const key = await addKey(tx, given)
    return { account: await accountNow(tx, account.id), key }
  })
}

/** Ends a key; the memory of every process forgets it at the commit. A key that is ended already is no error. */
export async function revokeServiceKey(
  db: Db,
  { body }: CallInput<Calls['superRevokeServiceKey']>,
): Promise<ServiceAccount> {
  return onAccount(db, body.id, async (tx, account) => {
    const { keys } = await accountNow(tx, account.id)
    const key = keys.find(({ id }) => id === body.key_id) ?? refuse('common.not-found')
    if (await queries.revokeKey(tx, account.id, key.id)) {
      await forgetRights(tx, { userId: account.id })
      addAuditEvent(tx, {
        action: 'service.revoke',
        entity: 'service_account',
        id: account.id,
        before: { hint: key.hint },
      })
    }
    return accountNow(tx, account.id)
  })
}

/** The account locked in a transaction of its own company, with the right read again there. */
async function onAccount<T>(
  db: Db,
  id: string,
  work: (tx: Tx, account: queries.AccountRow) => Promise<T>,
): Promise<T> {
  const home = await queries.findAccount(db, id)
  if (!home) return refuse('common.not-found')
  return inTransaction(forCompany(db, home.company_id), async (tx) => {
    await mustMayNow(tx, 'user.manage')
    const account = await queries.lockAccount(tx, id)
    return account ? work(tx, account) : refuse('common.not-found')
  })
}

async function addKey(
  tx: Tx,
  given: Pick<queries.NewKey, 'accountId' | 'expiresOn' | 'zone' | 'client_id' | 'client_hash'>,
): Promise<string> {
  const { key, hash, hint } = makeServiceKey()
  await queries.insertKey(tx, { id: uuidv7(), hash, hint, ...given })
  addAuditEvent(tx, {
    action: 'service.key',
    entity: 'service_account',
    id: given.accountId,
    after: { hint, expires_on: given.expiresOn },
  })
  return key
}

async function zoneForTerm(tx: Tx, day: string): Promise<string> {
  const term = await queries.keyTerm(tx, day, MAX_KEY_DAYS)
  if (!term) return refuse('common.not-found', { message: 'Компания не найдена' })
  if (!term.fits) refuse('service.bad-expiry')
  return term.zone
}

/** What an earlier copy of the request made, without the key: that was shown then. */
async function copyOf(
  tx: Tx,
  id: string,
  { client_hash: hash }: { client_hash: Buffer | null },
  stamp: IdempotencyKey,
): Promise<ServiceAccount> {
  if (!hash?.equals(stamp.client_hash!)) refuse('common.id-reused')
  return accountNow(tx, id)
}

async function accountNow(tx: Tx, id: string): Promise<ServiceAccount> {
  const row = (await queries.findAccount(tx, id))!
  return (await withKeys(tx, [row]))[0]!
}

async function withKeys(db: Db, rows: readonly queries.AccountRow[]): Promise<ServiceAccount[]> {
  const keys = await queries.selectKeys(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    keys: keys.filter((key) => key.user_id === row.id).map(withoutOwner),
  }))
}

function withoutOwner(row: ServiceKey & { user_id: string }): ServiceKey {
  const { user_id: _owner, ...key } = row
  return key
}

function auditedPart({ title, permissions, status }: queries.AccountRow): object {
  return { title, permissions, status }
}
