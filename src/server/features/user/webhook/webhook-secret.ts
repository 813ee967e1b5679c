import type { Db } from '../../../db/handle.ts'
import type { EncryptedPlace } from '../../../storage/encryption.ts'

/** One place for both columns: a rotation moves the bytes from one to the other. */
function placeOf({ companyId }: Db, id: string): EncryptedPlace {
  return { companyId, table: 'webhook', id, field: 'secret' }
}

export function encryptSecret(db: Db, id: string, secret: string): Buffer {
  return db.services.seal.close(placeOf(db, id), secret)
}

/** Undefined where another key has sealed it: a database that was restored without its own. */
export function readSecret(db: Db, id: string, sealed: Buffer): string | undefined {
  try {
    return db.services.seal.open(placeOf(db, id), sealed)
  } catch {
    return undefined
  }
}
