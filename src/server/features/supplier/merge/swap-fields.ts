import { fieldsOfPart, type MergePart } from '#contract/supplier/supplier-record.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import type { Tx } from '../../../db/handle.ts'
import { DUPLICATES } from '../record/create-supplier.ts'
import { decryptField, type IdentityDoc } from '../record/identity.ts'
import {
  changeSupplier,
  columnIsActive,
  type StoredSupplierRow,
} from '../record/supplier-queries.ts'
import { representativesOf } from '../record/supplier-row.ts'
import { mergedValues, supplierValues, type SupplierFields } from '../record/supplier-values.ts'

/**
 * Merges the chosen parts of the dropped record into the kept one and puts what they displaced into the dropped one: nothing is
 * lost, and an old document or ИНН still guards against a third record.
 */
export async function swapFields(
  tx: Tx,
  keep: StoredSupplierRow,
  drop: StoredSupplierRow,
  take: readonly MergePart[],
): Promise<void> {
  if (take.length === 0) return
  const fresh = await supplierValues(
    tx,
    keep.id,
    await usable(tx, partsOf(tx, drop, take)),
    stoodOf(keep),
    keep.today,
  )
  const rest = mergedValues(tx, drop.id, partsOf(tx, keep, take), stoodOf(drop)).values
  // A document and an ИНН belong to one record at every moment.
  await changeSupplier(tx, drop.id, { doc_hmac: null, inn: null })
  await changeSupplier(tx, keep.id, fresh).catch((error) => onConstraint(error, DUPLICATES))
  await changeSupplier(tx, drop.id, rest).catch((error) => onConstraint(error, DUPLICATES))
}

function stoodOf(row: StoredSupplierRow) {
  return { ...row, representatives: representativesOf(row) }
}

/** A column that was deleted since means the default one. */
async function usable(tx: Tx, fields: SupplierFields): Promise<SupplierFields> {
  const { price_column_id: column } = fields
  if (!column || (await columnIsActive(tx, column))) return fields
  return { ...fields, price_column_id: null }
}

/** The chosen fields in the clear: they are sealed again for the row they go to. */
function partsOf(tx: Tx, row: StoredSupplierRow, take: readonly MergePart[]): SupplierFields {
  const open = {
    ...row,
    doc: row.doc && decryptField<IdentityDoc>(tx, row.id, 'doc', row.doc),
    snils: row.snils && decryptField<string>(tx, row.id, 'snils', row.snils),
    representatives: representativesOf(row).map((one) => ({
      ...one,
      doc:
        one.doc &&
        decryptField<IdentityDoc>(tx, row.id, 'representatives', Buffer.from(one.doc, 'base64')),
    })),
  }
  const names = take.flatMap(fieldsOfPart)
  return Object.fromEntries(names.map((name) => [name, open[name] ?? null])) as SupplierFields
}
