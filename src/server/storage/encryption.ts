import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

/** AES-256-GCM over single fields, bound to company, table, row and field: a moved value does not open (security.md 7.2). */
export interface Cipher {
  close(place: EncryptedPlace, plain: string): Buffer
  open(place: EncryptedPlace, sealed: Buffer): string
}

export interface EncryptedPlace {
  readonly companyId: string
  readonly table: string
  readonly id: string
  readonly field: string
}

// Layout: version | key id | iv (12) | tag (16) | ciphertext.
const VERSION = 1
const IV = 12
const TAG = 16

/** Closes by the newest key of the ring and opens by the one that the value names. */
export function openCipher(ring: Pick<KeyRing, 'newest' | 'find'>): Cipher {
  return {
    close(place, plain) {
      const { id, bytes } = ring.newest()
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(boundTo(id, place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION, id]), iv, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      const id = keyOf(sealed)
      const key = ring.find(id)
      if (sealed[0] !== VERSION || !key) throw new Error('sealed by an unknown key')
      const iv = sealed.subarray(2, 2 + IV)
      const tag = sealed.subarray(2 + IV, 2 + IV + TAG)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
      decipher.setAAD(boundTo(id, place)).setAuthTag(tag)
      return Buffer.concat([
        decipher.update(sealed.subarray(2 + IV + TAG)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** The key that a closed value names. */
export function keyOf(sealed: Buffer): number {
  return sealed[1] ?? 0
}

/** Names the key too, so that a value whose key byte was changed does not open by another key. */
function boundTo(key: number, { companyId, table, id, field }: EncryptedPlace): Buffer {
  return Buffer.from(`${key}|company:${companyId}|${table}:${id}|${field}`)
}

/** Keyed hash for equality search over sealed data (documents, payees, PINs). */
export function keyedHash(key: Buffer, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\0')).digest()
}
