import type { CallInput } from '#contract/core/call.ts'
import type { PaymentMethod } from '#contract/supplier/supplier-entities.ts'
import type { MethodStatus } from '#contract/supplier/supplier-kinds.ts'
import type { supplier } from '#contract/supplier/supplier.ts'
import { refuse } from '#http/refusal.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { bankByBik } from '../../bank/bik/find-bik.ts'
import { settleDefault } from './method-default.ts'
import { changeMethod, findMethod, paymentsOfMethod, type MethodRow } from './method-queries.ts'
import { presentMethod } from './method-row.ts'
import { lockedSupplier, namesOf } from '../record/present-supplier.ts'

// domain.md 3.8; back to `new` leads only a change of requisites.
const STEPS: Record<MethodStatus, readonly MethodStatus[]> = {
  new: ['active', 'archived'],
  active: ['disabled', 'archived'],
  disabled: ['active', 'archived'],
  archived: [],
}

/** supplier/setPaymentMethodStatus. */
export async function setMethodStatus(
  db: Db,
  input: CallInput<typeof supplier.setMethodStatus>,
): Promise<PaymentMethod> {
  const { supplierId, paymentMethodId } = input.query
  await inTransaction(db, (tx) => move(tx, supplierId, paymentMethodId, input.body))
  return presentMethod(db, supplierId, paymentMethodId)
}

type StatusBody = CallInput<typeof supplier.setMethodStatus>['body']

async function move(tx: Tx, supplierId: string, id: string, body: StatusBody): Promise<void> {
  const owner = await lockedSupplier(tx, supplierId)
  const row = await findMethod(tx, owner.id, id)
  if (!row) refuse('common.not-found')
  const from = row.status as MethodStatus
  const to = body.new_status
  if (from === to) return
  if (!STEPS[from].includes(to)) refuse('common.bad-transition')
  if (to === 'archived') await assertNoPayments(tx, id)
  if (to === 'active') await assertBank(tx, row, body.bank_reason)
  const approverId = to === 'active' ? await assertHolder(tx, row, body) : null
  await changeMethod(tx, id, { status: to, ...(to === 'archived' && { is_default: false }) })
  await settleDefault(tx, owner.id)
  addAuditEvent(tx, {
    action: 'method.status',
    entity: 'payment_method',
    id,
    before: { status: from },
    after: {
      status: to,
      ...(body.reason && { reason: body.reason }),
      ...(body.bank_reason && { bank_reason: body.bank_reason }),
    },
    approverId,
  })
}

/** A bank that the directory does not know, or of which it warns, needs a person's word: an old directory may be wrong, and so may the БИК. */
async function assertBank(
  tx: Tx,
  { kind, bik }: MethodRow,
  word: string | undefined,
): Promise<void> {
  if (kind !== 'account' || word !== undefined) return
  const { warning } = await bankByBik(tx, bik ?? '')
  if (warning !== null)
    refuse('method.bank-doubtful', {
      message: `${warning}. Сверьте реквизиты и напишите, почему они верны`,
    })
}

/** Money goes to the supplier: another holder name needs a reason and the confirmation of a second person. */
async function assertHolder(
  tx: Tx,
  row: MethodRow,
  { reason, bank_reason: ofBank }: StatusBody,
): Promise<string | null> {
  if (row.holder_match === 'match') return null
  if (!reason) refuse('method.holder-mismatch')
  const object = {
    entity: 'payment_method' as const,
    ids: [row.id],
    version: row.version,
    about: {
      suppliers: await namesOf(tx, [row.supplier_id]),
      holder: row.holder_name,
      note: [reason, ofBank].filter(Boolean).join('. О банке: '),
    },
  }
  return requireApproval(tx, 'method.confirm_holder', object)
}

export async function assertNoPayments(tx: Tx, methodId: string): Promise<void> {
  const payments = await paymentsOfMethod(tx, methodId)
  if (payments.saved || payments.running) refuse('method.running-payments')
}
