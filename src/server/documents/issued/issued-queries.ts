import type { Db, Tx } from '../../db/handle.ts'

/** One printed file: of a record, of what its form said, and of a number of copies. */
export interface PdfKey {
  readonly entity: 'act' | 'weight_act' | 'payment'
  readonly entity_id: string
  readonly body_sha256: Buffer
  readonly copies: number
}

export interface FormKey {
  readonly entity: 'act' | 'weight_act' | 'payment'
  readonly entity_id: string
  /** What makes another paper of the same record, such as a supplier who was unknown before; empty where nothing does. */
  readonly edition: string
}

export function findIssuedPdf(db: Db, { entity, entity_id, body_sha256, copies }: PdfKey) {
  return db.q
    .selectFrom('issued_pdf')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    .where('body_sha256', '=', body_sha256)
    .where('copies', '=', copies)
    .select(['sha256', 'pdf'])
    .executeTakeFirst()
}

/** False where the same PDF has been stored meanwhile. */
export async function insertIssuedPdf(
  db: Tx,
  row: PdfKey & { readonly sha256: Buffer; readonly pdf: Buffer },
): Promise<boolean> {
  const stored = await db.q
    .insertInto('issued_pdf')
    .values({ ...row, company_id: db.companyId, by: db.caller.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entity_id')
    .executeTakeFirst()
  return stored !== undefined
}

export function findIssuedForm(db: Db, { entity, entity_id, edition }: FormKey) {
  return db.q
    .selectFrom('issued_form')
    .where('company_id', '=', db.companyId)
    .where('entity', '=', entity)
    .where('entity_id', '=', entity_id)
    .where('edition', '=', edition)
    .select(['form', 'at'])
    .executeTakeFirst()
}

/** A form that is frozen already stays as it is. */
export async function insertIssuedForms(
  db: Tx,
  rows: readonly (FormKey & { readonly form: Buffer })[],
): Promise<void> {
  if (rows.length === 0) return
  const by = db.caller.userId
  await db.q
    .insertInto('issued_form')
    .values(rows.map((row) => ({ ...row, company_id: db.companyId, by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
