import { openSealed } from '../../damage/damaged-record.ts'
import { inTransaction, serverOf, type Db, type Tx } from '../../db/handle.ts'
import { findIssuedForm, insertIssuedForms, type FormKey } from './issued-queries.ts'

export interface FrozenForm<T> {
  readonly value: T
  /** When it was frozen. */
  readonly at: string
}

/** What a document said when it was issued; undefined where nothing was frozen then. */
export async function readFrozenForm<T>(db: Db, key: FormKey): Promise<FrozenForm<T> | undefined> {
  const row = await findIssuedForm(db, key)
  if (!row) return undefined
  const damage = { entity: key.entity, id: key.entity_id, part: 'form' } as const
  const form = openSealed(db, { place: placeOf(db, key), sealed: row.form, damage })
  return { value: JSON.parse(form), at: row.at }
}

interface FormToFreeze {
  readonly key: FormKey
  readonly value: unknown
}

/**
 * Freezes a document that was issued before forms were, by itself: a reader within a transaction that writes nothing freezes it
 * too. Answers what is frozen, which another reader may have done sooner.
 */
export async function freezeLate<T>(reader: Db, form: FormToFreeze): Promise<FrozenForm<T>> {
  const db = writerBeside(reader)
  await inTransaction(db, (tx) => freezeForms(tx, [form]))
  return (await readFrozenForm<T>(db, form.key))!
}

/** The same company and person over connections of the server, beside whatever transaction the reader is in. */
export function writerBeside({ companyId, caller, services }: Db): Db {
  return serverOf(services, companyId, caller)
}

/** Freezes what documents say from now on, whatever becomes of the records that they were made of. */
export function freezeForms(tx: Tx, forms: readonly FormToFreeze[]): Promise<void> {
  const rows = forms.map(({ key, value }) => {
    const form = tx.services.seal.close(placeOf(tx, key), JSON.stringify(value))
    return { ...key, form }
  })
  return insertIssuedForms(tx, rows)
}

function placeOf(db: Db, { entity, entity_id, edition }: FormKey) {
  const field = `${entity}.${edition}`
  return { companyId: db.companyId, table: 'issued_form', id: entity_id, field }
}
