import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { targetPlace } from '#server/features/user/push/send-push.ts'
import { makeReceiver } from '#test/failures/push-service.ts'
import type { TestCompany } from '#test/support/world.ts'
import type { Row } from './stock.ts'

const first = (id: string): Row => ({ id, version: 1 })

/** A key of sign-in that no device has. */
export async function addPasskey({ q }: Db, userId: string, mark: string): Promise<Row> {
  const id = uuidv7()
  await q
    .insertInto('passkey')
    .values({
      id,
      user_id: userId,
      credential_id: randomBytes(32),
      public_key: randomBytes(77),
      counter: 0,
      aaguid: randomUUID(),
      transports: ['internal'],
      synced: false,
      name: `Ключ ${mark}`,
    })
    .execute()
  return first(id)
}

/** A program of the company with a key, whose hash no key has. */
export async function addServiceAccount({ id: company_id, db: { q } }: TestCompany, mark: string) {
  const id = uuidv7()
  const program = { kind: 'service', role: 'USER', status: 'active', login: `service-${id}` }
  await q
    .insertInto('app_user')
    .values({ ...program, id, company_id, full_name: `Обмен ${mark}` })
    .execute()
  await q
    .insertInto('service_account')
    .values({ user_id: id, permissions: ['acts.read'] })
    .execute()
  const key = uuidv7()
  await q
    .insertInto('service_key')
    .values({
      id: key,
      user_id: id,
      key_hash: Buffer.from(key),
      hint: 'prk_',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .execute()
  return { serviceAccount: first(id), serviceKey: first(key) }
}

/** A browser whose push service nobody runs. */
export async function addPushBrowser({ q, services }: Db, userId: string): Promise<Row> {
  const id = uuidv7()
  const endpoint_hash = randomBytes(32)
  const target = { endpoint: `http://127.0.0.1:9/push/${id}`, ...makeReceiver().keys }
  const sealed = services.seal.close(targetPlace(endpoint_hash), JSON.stringify(target))
  await q
    .insertInto('push_browser')
    .values({ id, user_id: userId, endpoint_hash, sealed, agent: 'Firefox' })
    .execute()
  return first(id)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
/** The key of the telephone that opened the link of this stock. */
export const phoneKeyOf = (mark: string) => hashOf(mark).toString('base64url')

/** An open link of a session of its own, so that the making of another link does not end it. */
export async function addPhoneLink({ id: company_id, manager, db }: TestCompany, mark: string) {
  const id = uuidv7()
  const session_id = uuidv7()
  const expires_at = new Date(Date.now() + 36_000_000).toISOString()
  const session = { jti: session_id, user_id: manager.id, expires_at, address: '', agent: '' }
  await db.q.insertInto('session').values(session).execute()
  const hashes = { token_hash: hashOf(id), device_hash: hashOf(phoneKeyOf(mark)) }
  const link = { company_id, id, session_id, ...hashes, expires_at, created_by: manager.id }
  await db.q.insertInto('phone_link').values(link).execute()
  return first(id)
}
