import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

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
const KEY_ID = 1
const IV = 12
const TAG = 16

export function openCipher(key: Buffer): Cipher {
  return {
    close(place, plain) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION, KEY_ID]), iv, cipher.getAuthTag(), body])
    },
    open(place, sealed) {
      if (sealed[0] !== VERSION || sealed[1] !== KEY_ID) throw new Error('sealed by an unknown key')
      const iv = sealed.subarray(2, 2 + IV)
      const tag = sealed.subarray(2 + IV, 2 + IV + TAG)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
      decipher.setAAD(boundTo(place)).setAuthTag(tag)
      return Buffer.concat([
        decipher.update(sealed.subarray(2 + IV + TAG)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

function boundTo({ companyId, table, id, field }: EncryptedPlace): Buffer {
  return Buffer.from(`${KEY_ID}|company:${companyId}|${table}:${id}|${field}`)
}

/** Keyed hash for equality search over sealed data (documents, payees, PINs). */
export function keyedHash(key: Buffer, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\0')).digest()
}
