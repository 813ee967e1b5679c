import type { Tx } from '../../../db/handle.ts'
import { decryptField, encryptField, type IdentityDoc } from '../record/identity.ts'
import { actsOfRepresentatives, linkActs, setRepresentative } from './merge-queries.ts'

/** Moves the acts of the duplicate to the remaining record; a representative's document is sealed again for its new owner. */
export async function moveActs(tx: Tx, from: string, to: string): Promise<number> {
  for (const { id, representative: one } of await actsOfRepresentatives(tx, from)) {
    const sealed = Buffer.from(one!.doc!, 'base64')
    const doc = decryptField<IdentityDoc>(tx, from, 'representatives', sealed)
    const resealed = encryptField(tx, to, 'representatives', doc).toString('base64')
    await setRepresentative(tx, id, { ...one!, doc: resealed })
  }
  return linkActs(tx, from, to)
}
