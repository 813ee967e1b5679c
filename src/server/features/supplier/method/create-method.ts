import type { CallInput } from '#contract/core/call.ts'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { findEarlierCopy, idempotencyKeyOf, type IdempotencyKey } from '../../../idempotency.ts'
import { holderMatch } from './holder.ts'
import { settleDefault } from './method-default.ts'
import { findMethod, insertMethod, openMethods } from './method-queries.ts'
import { storeCard, requisites } from './method-requisites.ts'
import { methodAudit, presentMethod } from './method-row.ts'
import { decideSharing } from './method-sharing.ts'
import { lockedSupplier } from '../record/present-supplier.ts'

type Body = CallInput<typeof supplier.createMethod>['body']

// The card shows fifty; more methods than that are not expected of a real supplier.
const MAX_METHODS = 50
/** Two people who enter one destination at once: the second meets the index instead of the rule. */
export const SAME_DESTINATION = {
  payment_method_destination_unique: 'method.used-by-other',
} as const

/** supplier/createPaymentMethod: status new until its holder is checked (domain.md 3.8). */
export async function createMethod(
  db: Db,
  input: CallInput<typeof supplier.createMethod>,
): Promise<PaymentMethod> {
  const { body } = input
  const id = await inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    return (await findEarlierCopy(tx, 'payment_method', stamp)) ?? make(tx, body, stamp)
  })
  return presentMethod(db, body.supplierId, id)
}

async function make(tx: Tx, body: Body, stamp: IdempotencyKey): Promise<string> {
  const supplier = await lockedSupplier(tx, body.supplierId)
  if (supplier.status === 'archived') refuse('common.bad-transition')
  if ((await openMethods(tx, supplier.id)).length >= MAX_METHODS)
    refuse('common.validation', { message: `У поставщика уже ${MAX_METHODS} способов выплаты` })
  const id = uuidv7()
  const to = (await requisites(tx, id, body.kind, body))!
  const about = { holder: body.holder_name }
  const object = { entity: 'supplier' as const, ids: [supplier.id], about }
  const sharing = await decideSharing(tx, supplier.id, null, to.payee_key, body, object)
  await insertMethod(tx, id, {
    ...to,
    ...stamp,
    supplier_id: supplier.id,
    kind: body.kind,
    title: body.title ?? null,
    holder_name: body.holder_name,
    holder_match: holderMatch(body.holder_name, supplier),
    shared: sharing.shared,
  }).catch((error) => onConstraint(error, SAME_DESTINATION))
  if (body.kind === 'card') await storeCard(tx, id, body)
  await settleDefault(tx, supplier.id, body.is_default ? id : undefined)
  const row = (await findMethod(tx, supplier.id, id))!
  addAuditEvent(tx, {
    action: 'method.create',
    entity: 'payment_method',
    id,
    after: { ...methodAudit(row), ...(body.reason && { reason: body.reason }) },
    approverId: sharing.approverId,
  })
  return id
}
