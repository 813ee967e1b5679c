import { normalizePlate } from '#contract/requisites/plate/plate.ts'
import { givenFields, type RecordInput } from '#contract/record/record-field.ts'
import { paperFields } from '#contract/visit/visit-record.ts'
import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import { productExists, supplierOf } from '../visit-queries.ts'

const MAX_PLATE = 20

/** The facts besides weight that a command may set on a visit. */
export interface VisitInfo extends Readonly<RecordInput<typeof paperFields>> {
  readonly direction?: string | undefined
  readonly supplier_id?: string | null | undefined
  readonly product_id?: string | null | undefined
}

/** The named facts as columns; a stranger's supplier or product does not exist, a blocked supplier is refused. */
export async function infoColumns(db: Db, info: VisitInfo): Promise<Record<string, unknown>> {
  await assertSupplier(db, info.supplier_id)
  if (info.product_id && !(await productExists(db, [info.product_id]))) refuse('common.not-found')
  const { supplier_id, product_id, trailer_number } = info
  const trailer = trailer_number ? normalizePlate(trailer_number).plate : trailer_number
  const columns = {
    supplier_id,
    product_id,
    ...givenFields(paperFields, info),
    trailer_number: trailer,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

export async function assertSupplier(db: Db, id: string | null | undefined): Promise<void> {
  if (!id) return
  const supplier = await supplierOf(db, id)
  if (!supplier || supplier.status === 'archived') return refuse('common.not-found')
  if (supplier.status === 'blocked') refuse('supplier.blocked')
}

/** A plate as it is stored: normalised beside what was typed. */
export function plateColumns(raw: string): { carnumber: string; carnumber_raw: string } {
  const { plate } = normalizePlate(raw)
  // A capital may have more letters than what was typed («ß»); what was typed is within its bound.
  return { carnumber: plate.length > MAX_PLATE ? raw : plate, carnumber_raw: raw }
}
