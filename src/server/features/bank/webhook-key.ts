import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { keyedHash } from '../../storage/encryption.ts'

/** Whose agreement a bank speaks of. */
export interface WebhookOwner {
  readonly companyId: string
  readonly configId: string
}

const ID_BYTES = 16
const PROOF_BYTES = 16
const KEY = /^[A-Za-z0-9_-]{64}$/

type Secrets = Pick<Config, 'secrets'>

/** The key in the address of an agreement's notifications: its two ids and the proof that this server wrote them. */
export function webhookKey(config: Secrets, owner: WebhookOwner): string {
  const ids = [owner.companyId, owner.configId].map((id) =>
    Buffer.from(id.replaceAll('-', ''), 'hex'),
  )
  return Buffer.concat([...ids, proofOf(config, owner)]).toString('base64url')
}

/** Undefined for every key that this server did not write. */
export function ownerOfKey(config: Secrets, key: string): WebhookOwner | undefined {
  if (!KEY.test(key)) return undefined
  const bytes = Buffer.from(key, 'base64url')
  const idAt = (from: number) => uuidOf(bytes.subarray(from, from + ID_BYTES))
  const owner = { companyId: idAt(0), configId: idAt(ID_BYTES) }
  const proof = bytes.subarray(2 * ID_BYTES)
  return timingSafeEqual(proof, proofOf(config, owner)) ? owner : undefined
}

function proofOf({ secrets }: Secrets, { companyId, configId }: WebhookOwner): Buffer {
  return keyedHash(secrets.payeeHmac, 'webhook', companyId, configId).subarray(0, PROOF_BYTES)
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
