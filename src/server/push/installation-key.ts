import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { NO_COMPANY } from '../db/uuid.ts'
import type { Cipher, EncryptedPlace } from '../storage/encryption.ts'
import { insertPushKey, removePushKey, selectPushKey } from './push-key-queries.ts'

/** By it push services and browsers know this installation (RFC 8292). */
export interface InstallationKey {
  /** Uncompressed point of P-256, base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

interface Where {
  readonly q: Kysely<DB>
  readonly services: { readonly seal: Cipher }
}

const PLACE: EncryptedPlace = {
  companyId: NO_COMPANY,
  table: 'push_key',
  id: '1',
  field: 'private_key',
}

/**
 * The public half; the pair is made at the first question, and of two processes that make one the first is kept. A pair whose
 * private half cannot be read, as in a database that was restored without its keys, would sign nothing: another one takes its place.
 */
export async function ensurePublicKey(db: Where): Promise<string> {
  const stored = await selectPushKey(db.q)
  if (stored && readPrivateKey(db.services.seal, stored.sealed)) return stored.public_key
  if (stored) await removePushKey(db.q, stored.sealed)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), fromText(x!), fromText(y!)])
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  await insertPushKey(db.q, point.toString('base64url'), db.services.seal.close(PLACE, pem))
  return (await selectPushKey(db.q))!.public_key
}

/** Undefined where nobody has ever asked for the public half, so no browser can know it, and where the private one cannot be read. */
export async function openInstallationKey(
  q: Kysely<DB>,
  seal: Cipher,
): Promise<InstallationKey | undefined> {
  const stored = await selectPushKey(q)
  const privateKey = stored && readPrivateKey(seal, stored.sealed)
  return privateKey && { publicKey: stored.public_key, privateKey }
}

function readPrivateKey(seal: Cipher, sealed: Buffer): KeyObject | undefined {
  try {
    return createPrivateKey(seal.open(PLACE, sealed))
  } catch {
    return undefined
  }
}

function fromText(coordinate: string): Buffer {
  return Buffer.from(coordinate, 'base64url')
}
