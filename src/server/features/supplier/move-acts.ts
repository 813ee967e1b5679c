import type { Tx } from '../../db/handle.ts'
import { openField, sealField, type IdentityDoc } from './identity.ts'
import { actsOfRepresentatives, linkActs, setRepresentative } from './merge-queries.ts'
import type { StoredRepresentative } from './supplier-row.ts'

/** Acts of the dropped record belong to the kept one; a representative's document is sealed anew for its new owner. */
export async function moveActs(tx: Tx, from: string, to: string): Promise<number> {
  for (const { id, representative } of await actsOfRepresentatives(tx, from)) {
    const one = representative as unknown as StoredRepresentative
    const sealed = Buffer.from(one.doc!, 'base64')
    const doc = openField<IdentityDoc>(tx, from, 'representatives', sealed)
    const resealed = sealField(tx, to, 'representatives', doc).toString('base64')
    await setRepresentative(tx, id, { ...one, doc: resealed })
  }
  return linkActs(tx, from, to)
}
