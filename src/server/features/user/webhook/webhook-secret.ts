import type { Db } from '../../../db/handle.ts'

/** `secret` is one place for both columns, since a rotation moves the bytes; `query` is what follows the path of the address. */
type SealedField = 'secret' | 'query'

export function sealOf(db: Db, id: string, field: SealedField, text: string): Buffer {
  return db.services.seal.close(placeOf(db, id, field), text)
}

/** Undefined where another key has encrypted it: a database that was restored without its own key. */
export function readSealed(
  db: Db,
  id: string,
  field: SealedField,
  sealed: Buffer,
): string | undefined {
  try {
    return db.services.seal.open(placeOf(db, id, field), sealed)
  } catch {
    return undefined
  }
}

const placeOf = ({ companyId }: Db, id: string, field: SealedField) => ({
  companyId,
  table: 'webhook',
  id,
  field,
})
