import type { CallInput } from '#contract/core/call.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { confirmSupplierColumn } from '../../company/prices/confirm-column.ts'
import { clearFlag } from '../../../flags.ts'
import { runBatch, type RowResult } from '../../../list/run-batch.ts'
import { giveConsent, withdrawConsent } from '../consent/consent.ts'
import { DUPLICATES } from './create-supplier.ts'
import { rematchHolders } from '../method/holder.ts'
import { lockedSupplier, presentSupplier } from './present-supplier.ts'
import {
  changeSupplier,
  dealingsOf,
  findSupplierRow,
  type StoredSupplierRow,
} from './supplier-queries.ts'
import { representativesOf } from './supplier-row.ts'
import { supplierChanges } from './supplier-audit.ts'
import { supplierName } from './supplier-name.ts'
import { supplierValues } from './supplier-values.ts'

type Body = CallInput<typeof supplier.update>['body']
type One = Exclude<Body, readonly unknown[]>

/** supplier/updateSuppliers: fields of one or many, and the giving or withdrawing of a consent (domain.md 3.7). */
export function updateSuppliers(
  db: Db,
  input: CallInput<typeof supplier.update>,
): Promise<Supplier | RowResult<Supplier>[]> {
  return runBatch<One, Supplier>(input.body as One | One[], (one) => updateSupplier(db, one))
}

async function updateSupplier(db: Db, body: One): Promise<Supplier> {
  const gone = await inTransaction(db, (tx) => change(tx, body))
  await Promise.all(gone.map((key) => db.services.files.remove(key)))
  return presentSupplier(db, body.id)
}

/** Answers the keys of bytes that must go once the change is certain. */
async function change(tx: Tx, body: One): Promise<string[]> {
  const before = await lockedSupplier(tx, body.id)
  if (before.version !== body.version) refuse('common.stale')
  await assertType(tx, before, body)
  const { id, version: _version, consent, ...fields } = body
  const stood = { ...before, representatives: representativesOf(before) }
  const values = await supplierValues(tx, id, fields, stood, before.today)
  const flags = clearWhen(before, values.doc_expires_on ?? null)
  await changeSupplier(tx, id, { ...values, flags: JSON.stringify(flags) }).catch((error) =>
    onConstraint(error, DUPLICATES),
  )
  const row = (await findSupplierRow(tx, id))!
  const terms = { from: before.price_column_id, to: row.price_column_id }
  const approverId = await confirmSupplierColumn(tx, { name: supplierName(row), id }, terms)
  addAuditEvent(tx, {
    action: 'supplier.update',
    entity: 'supplier',
    id,
    ...supplierChanges(before, row),
    approverId,
  })
  if (before.name_search !== row.name_search) await rematchHolders(tx, row)
  if (!consent) return []
  return 'file_id' in consent ? giveConsent(tx, row, consent) : withdrawConsent(tx, row, consent)
}

/**
 * The kind of supplier decides what issued acts say, so it cannot change; a person becomes self-employed and stops being it, which
 * no form says (domain.md 2.4).
 */
async function assertType(tx: Tx, before: StoredSupplierRow, body: One): Promise<void> {
  if (body.type === undefined || body.type === before.type) return
  if (isPrivatePerson(body.type) && isPrivatePerson(before.type)) return
  const dealings = await dealingsOf(tx, before.id)
  if (dealings.has_issued_act) refuse('supplier.type-fixed')
}

function clearWhen(before: StoredSupplierRow, expiresOn: string | null) {
  const holds = expiresOn === null || expiresOn >= before.today
  return holds ? clearFlag(before.flags, 'doc_expired') : before.flags
}
