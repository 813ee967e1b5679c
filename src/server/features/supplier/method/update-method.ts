import type { CallInput } from '#contract/core/call.ts'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { onConstraint } from '../../../db/query/constraints.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { SAME_DESTINATION } from './create-method.ts'
import { holderMatch } from './holder.ts'
import { settleDefault } from './method-default.ts'
import { changeMethod, findMethod, paymentsOfMethod, type MethodRow } from './method-queries.ts'
import { storeCard, refuseForeignFields, requisites, type Requisites } from './method-requisites.ts'
import { methodAudit, presentMethod } from './method-row.ts'
import { decideSharing } from './method-sharing.ts'
import { lockedSupplier } from '../record/present-supplier.ts'
import type { SupplierRow } from '../record/supplier-queries.ts'

type Body = CallInput<typeof supplier.updateMethod>['body']

/** supplier/updatePaymentMethod: other requisites make the method new again; saved payments keep what they were saved with. */
export async function updateMethod(
  db: Db,
  input: CallInput<typeof supplier.updateMethod>,
): Promise<PaymentMethod> {
  const { body } = input
  await inTransaction(db, (tx) => change(tx, body))
  return presentMethod(db, body.supplierId, body.paymentMethodId)
}

async function change(tx: Tx, body: Body): Promise<void> {
  const owner = await lockedSupplier(tx, body.supplierId)
  const before = await findMethod(tx, owner.id, body.paymentMethodId)
  if (!before) refuse('common.not-found')
  if (before.version !== body.version) refuse('common.stale')
  if (before.status === 'archived') refuse('common.bad-transition')
  const kind = before.kind as PaymentMethod['kind']
  refuseForeignFields(kind, body)
  const to = await requisites(tx, before.id, kind, body, before)
  const approverId = await rewrite(tx, owner, before, body, to)
  if (kind === 'card') await storeCard(tx, before.id, body)
  await settleDefault(tx, owner.id, body.is_default ? before.id : undefined)
  const after = (await findMethod(tx, owner.id, before.id))!
  addAuditEvent(tx, {
    action: 'method.update',
    entity: 'payment_method',
    id: before.id,
    before: methodAudit(before),
    after: { ...methodAudit(after), ...(body.reason && { reason: body.reason }) },
    approverId,
  })
}

async function rewrite(
  tx: Tx,
  owner: SupplierRow,
  before: MethodRow,
  body: Body,
  to: Requisites | undefined,
): Promise<string | null> {
  const title = body.title === undefined ? before.title : body.title
  const moved = to !== undefined && !to.payee_key.equals(before.payee_key)
  const renamed = body.holder_name !== undefined && body.holder_name !== before.holder_name
  if (!moved && !renamed) {
    await changeMethod(tx, before.id, { ...to, title })
    return null
  }
  if ((await paymentsOfMethod(tx, before.id)).running) refuse('method.running-payments')
  const object = {
    entity: 'payment_method' as const,
    ids: [before.id],
    version: before.version,
    about: { holder: body.holder_name ?? before.holder_name },
  }
  const sharing = moved
    ? await decideSharing(tx, owner.id, before.id, to.payee_key, body, object)
    : { shared: before.shared, approverId: null }
  const holder = body.holder_name ?? before.holder_name
  await changeMethod(tx, before.id, {
    ...to,
    title,
    holder_name: holder,
    holder_match: holderMatch(holder, owner),
    shared: sharing.shared,
    status: 'new',
    requisites_changed: true,
  }).catch((error) => onConstraint(error, SAME_DESTINATION))
  return sharing.approverId
}
