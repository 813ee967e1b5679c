import type { CallInput } from '#contract/call.ts'
import type { PaymentMethod } from '#contract/supplier-entities.ts'
import type { supplier } from '#contract/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../db/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { repeated, stampOf, type Stamp } from '../../repeats.ts'
import { holderMatch } from './holder.ts'
import { settleDefault } from './method-default.ts'
import { findMethod, insertMethod, openMethods } from './method-queries.ts'
import { keepCard, requisites } from './method-requisites.ts'
import { methodTrail, oneMethod } from './method-row.ts'
import { judgeSharing } from './method-sharing.ts'
import { lockedSupplier } from './one-supplier.ts'

type Body = CallInput<typeof supplier.createMethod>['body']

// The card shows fifty; a seller with more ways to be paid is no seller.
const MAX_METHODS = 50
/** Two people who enter one destination at once: the second meets the index instead of the rule. */
export const SAME_DESTINATION = {
  payment_method_destination_unique: 'method.used-by-other',
} as const

/** supplier/createPaymentMethod: status new until its holder is judged (domain.md 3.8). */
export async function createMethod(
  db: Db,
  input: CallInput<typeof supplier.createMethod>,
): Promise<PaymentMethod> {
  const { body } = input
  const id = await inTransaction(db, async (tx) => {
    const stamp = stampOf(body)
    return (await repeated(tx, 'payment_method', stamp)) ?? make(tx, body, stamp)
  })
  return oneMethod(db, body.supplierId, id)
}

async function make(tx: Tx, body: Body, stamp: Stamp): Promise<string> {
  const supplier = await lockedSupplier(tx, body.supplierId)
  if (supplier.status === 'archived') refuse('common.bad-transition')
  if ((await openMethods(tx, supplier.id)).length >= MAX_METHODS)
    refuse('common.validation', { message: `У поставщика уже ${MAX_METHODS} способов выплаты` })
  const id = uuidv7()
  const to = (await requisites(tx, id, body.kind, body))!
  const about = { holder: body.holder_name }
  const object = { entity: 'supplier', ids: [supplier.id], about }
  const sharing = await judgeSharing(tx, supplier.id, null, to.payee_key, body, object)
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
  if (body.kind === 'card') await keepCard(tx, id, body)
  await settleDefault(tx, supplier.id, body.is_default ? id : undefined)
  const row = (await findMethod(tx, supplier.id, id))!
  trace(tx, {
    action: 'method.create',
    entity: 'payment_method',
    id,
    after: { ...methodTrail(row), ...(body.reason && { reason: body.reason }) },
    approverId: sharing.approverId,
  })
  return id
}
