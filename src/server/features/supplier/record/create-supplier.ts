import type { CallInput } from '#contract/core/call.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import type { RowResult } from '../../../list/run-batch.ts'
import { runBatch } from '../../../list/run-batch.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { confirmSupplierColumn } from '../../company/prices/confirm-column.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { presentSupplier } from './present-supplier.ts'
import { companyToday, findSupplierRow, insertSupplier } from './supplier-queries.ts'
import { supplierChanges } from './supplier-audit.ts'
import { supplierName } from './supplier-name.ts'
import { supplierValues } from './supplier-values.ts'

type Body = CallInput<typeof supplier.create>['body']
type One = Exclude<Body, readonly unknown[]>

/** Constraints that two people can run into when they enter the same supplier. */
export const DUPLICATES = {
  supplier_doc_unique: 'supplier.duplicate-document',
  supplier_inn_unique: 'supplier.duplicate-inn',
} as const

/** supplier/createNewSuppliers: drafts, one or many, each for itself (domain.md 3.6). */
export function createSuppliers(
  db: Db,
  input: CallInput<typeof supplier.create>,
): Promise<Supplier | RowResult<Supplier>[]> {
  return runBatch<One, Supplier>(input.body as One | One[], (one) => createSupplier(db, one))
}

async function createSupplier(db: Db, body: One): Promise<Supplier> {
  const id = await inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    return (await findEarlierCopy(tx, 'supplier', stamp)) ?? make(tx, body, stamp)
  })
  return presentSupplier(db, id)
}

async function make(
  tx: Tx,
  body: One,
  stamp: ReturnType<typeof idempotencyKeyOf>,
): Promise<string> {
  const id = uuidv7()
  const values = await supplierValues(tx, id, body, null, await companyToday(tx))
  await insertSupplier(tx, id, { ...values, ...stamp }).catch((error) =>
    onConstraint(error, DUPLICATES),
  )
  const row = (await findSupplierRow(tx, id))!
  const terms = { from: null, to: row.price_column_id }
  const approverId = await confirmSupplierColumn(tx, { name: supplierName(row), id: null }, terms)
  addAuditEvent(tx, {
    action: 'supplier.create',
    entity: 'supplier',
    id,
    ...supplierChanges(null, row),
    approverId,
  })
  return id
}
