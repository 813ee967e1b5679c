import { refuse } from '#http/refusal.ts'
import { type ApprovalObject } from '../../../auth/rights/approval-object.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { shorten } from '../../../text/shorten.ts'
import { changeMethod, sameDestination } from './method-queries.ts'
import { namesOf } from '../record/present-supplier.ts'

/** The operator's confirmation that a destination is shared with another supplier. */
export interface SharingRequest {
  readonly shared?: true | undefined
  readonly reason?: string | undefined
}

export interface SharingDecision {
  readonly shared: boolean
  readonly approverId: string | null
}

/**
 * One destination belongs to one supplier. Another one gets it knowingly only: with a reason and the PIN of a person who
 * may confirm holders; from then on it is shared for both, which asks for four eyes at every payment (payments.md 10).
 */
export async function decideSharing(
  tx: Tx,
  supplierId: string,
  methodId: string | null,
  payeeKey: Buffer,
  asked: SharingRequest,
  object: ApprovalObject,
): Promise<SharingDecision> {
  const same = await sameDestination(tx, payeeKey, methodId)
  if (same.some((row) => row.supplier_id === supplierId))
    refuse('method.used-by-other', { message: 'Такой способ выплаты у поставщика уже есть' })
  if (same.length === 0) return { shared: false, approverId: null }
  if (!asked.shared) refuse('method.used-by-other', { message: await whose(tx, same) })
  if (!asked.reason)
    refuse('common.validation', { fields: { reason: 'Укажите причину, не короче 10 знаков' } })
  const about = {
    ...object.about,
    suppliers: await namesOf(tx, [supplierId]),
    note: asked.reason,
    warnings: [await whose(tx, same)],
  }
  const details = { payee_key: payeeKey.toString('hex') }
  const approverId = await requireApproval(tx, 'method.confirm_holder', {
    ...object,
    about,
    details,
  })
  for (const row of same.filter(({ shared }) => !shared)) {
    await changeMethod(tx, row.id, { shared: true })
    addAuditEvent(tx, {
      action: 'method.share',
      entity: 'payment_method',
      id: row.id,
      before: { shared: false },
      after: { shared: true, reason: asked.reason },
      approverId,
    })
  }
  return { shared: true, approverId }
}

/** Names the other suppliers, so that the operator who types a known phone sees whose it is. */
async function whose(tx: Tx, same: readonly { supplier_id: string }[]): Promise<string> {
  const names = await namesOf(
    tx,
    same.map(({ supplier_id }) => supplier_id),
  )
  return shorten(`Эти реквизиты уже записаны: ${names.join(', ')}`, 300)
}
