import type { CallInput } from '#contract/core/call.ts'
import type { bankComparison } from '#contract/payment/comparison.ts'
import { needsAnother } from '#contract/payment/approvers.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { confirmingPerson } from '../../prepare/create/confirming-person.ts'
import { addAuditEvent, canonical } from '../../../../db/audit.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockPayment } from '../../payment-queries.ts'
import { shownCard } from '../read/get-payment.ts'
import { findCase, lockCase, storeClosing } from './case-queries.ts'
import { handOver } from '../../send/submit/register-payments.ts'
import { lockLease } from '../../send/worker/lease-queries.ts'
import { dueActs, lostPayout, possibleMethods } from '../../lost-queries.ts'
import { createHash } from 'node:crypto'
import { settingsNow } from '../../../company/settings.ts'
import { createPayment } from '../../prepare/create/create-payment.ts'
import { lockActs } from '../../prepare/create/party-queries.ts'
import type { LostPayout } from '../../lost-queries.ts'
import { markSentBefore } from '../../reconcile/compare/known-queries.ts'

/**
 * payment/adoptKnown: a restored copy took back that a payment was handed over, or its whole record, and the bank has it. Two people hand
 * it over again: the worker asks the bank what became of it and never sends it (payments.md 3.13).
 */
export async function adoptKnown(
  db: Db,
  { body }: CallInput<typeof bankComparison.adoptKnown>,
): Promise<Answer<typeof bankComparison.adoptKnown>> {
  const id = await inTransaction(db, async (tx) => {
    const known = (await findCase(tx, body.id)) ?? refuse('common.not-found')
    const lost = known.payment_id === null ? await lostPayout(tx, body.id) : undefined
    const paymentId = lost?.id ?? known.payment_id ?? refuse('payment.not-known')
    if (lost) await recreateLost(tx, lost)
    await lockLease(tx, paymentId)
    const row = (await lockPayment(tx, paymentId))!
    const found = (await lockCase(tx, body.id))!
    if (found.closed_at !== null) refuse('payment.discrepancy-closed')
    if (row.status !== 'saved' || !(lost || found.kind === 'known_to_bank'))
      refuse('payment.not-known')
    const approverId = await requireApproval(
      tx,
      'payment.return',
      {
        entity: 'payment',
        ids: [row.id],
        amountKop: row.amount_kop,
        about: {
          suppliers: await namesOf(tx, [row.supplier_id]),
          note: body.resolution,
          warnings: [
            lost
              ? 'У банка эта выплата есть, а её запись пропала. Она будет записана снова и не отправлена: банк спросят, чем она кончилась'
              : 'Банк уже знает эту выплату. Отправлена она не будет: банк спросят, чем она кончилась',
          ],
        },
        details: { case: body.id },
      },
      'other',
    )
    if (approverId === null || needsAnother(row, await confirmingPerson(tx, approverId)))
      return refuse('payment.second-person')
    const [handed] = await handOver(tx, [row], approverId)
    if (handed?.status !== 'registering')
      return refuse('payment.limit', { message: handed?.message ?? 'Предел выплат не пускает' })
    await markSentBefore(tx, row.id)
    await storeClosing(tx, found.id, {
      resolution: body.resolution,
      approverId,
      ...(lost && { paymentId: row.id }),
    })
    addAuditEvent(tx, {
      action: 'payment.known-to-bank',
      entity: 'payment',
      id: row.id,
      after: { resolution: body.resolution, case: found.id },
      approverId,
    })
    return row.id
  })
  return shownCard(db, id)
}

/**
 * Writes the record of a payout anew that a restored copy has lost, under the number that the bank knows, for the supplier whose destination
 * it is and the acts that are due: the one of its sum, else the oldest. It is saved as any payment; nothing is sent by it.
 */
async function recreateLost(tx: Tx, payout: LostPayout): Promise<string> {
  const [method, ...others] = await possibleMethods(tx, payout)
  if (method === undefined || others.length > 0)
    return refuse('payment.lost-unclear', {
      message: method
        ? 'Получатель подходит нескольким поставщикам: сверьте их акты с банком'
        : 'Нет поставщика с этими реквизитами, которому причитается такая сумма. Внесите поставщика, способ выплаты и акт заново, затем примите выплату',
    })
  const order = await dueActs(tx, method.supplier_id, payout.amount_kop)
  const acts = await lockActs(tx, order)
  const { parts, left } = share(
    order.flatMap((id) => acts.find((act) => act.id === id) ?? []),
    payout.amount_kop,
  )
  // Another payment has taken a part of it between the two questions.
  if (left > 0) return refuse('payment.lost-unclear')
  const { rules } = await settingsNow(tx)
  const { id, bank_config_id: configId, amount_kop: amountKop } = payout
  await createPayment(tx, {
    id,
    hash: createHash('sha256').update(canonical(payout)).digest(),
    supplierId: method.supplier_id,
    methodId: method.id,
    configId,
    amountKop,
    parts,
    acts: acts.filter((act) => parts.some(({ act_id }) => act_id === act.id)),
    retryOf: undefined,
    revenueTypeCode: null,
    rules,
    isRecreated: true,
    at: 'payout',
  })
  return id
}

interface Due {
  readonly id: string
  readonly total_kop: number
  readonly reserved_kop: number
  readonly paid_kop: number
}

function share(acts: readonly Due[], amount: number) {
  let left = amount
  const parts: { act_id: string; amount_kop: number }[] = []
  for (const { id, total_kop: total, reserved_kop: reserved, paid_kop: paid } of acts) {
    const part = Math.min(left, total - reserved - paid)
    if (part > 0) parts.push({ act_id: id, amount_kop: part })
    left -= Math.max(0, part)
  }
  return { parts, left }
}
