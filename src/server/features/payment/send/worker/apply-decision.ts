import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { Tx } from '../../../../db/handle.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { addNotices, alertManagers } from '../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'
import { hearEnds, reportDiscrepancy } from '../ends/hear-ends.ts'
import { refusedInARow } from './attempt-queries.ts'
import { holdBack, type Decision } from './decide.ts'
import { roubles } from '../../prepare/create/limit-rules.ts'
import {
  addPaidToDay,
  followRegistry,
  lockPayment,
  setPayment,
  stopConfig,
} from '../../payment-queries.ts'
import { markYearLimit } from '../../prepare/create/year-limit-queries.ts'
import type { WorkView } from './worker.ts'

const FINAL = new Set<PaymentStatus>(['paid', 'rejected', 'cancelled'])

/** Writes what an answer changed and everything that follows from it; true while the bank is to be asked again. */
export async function applyDecision(
  tx: Tx,
  view: WorkView,
  decided: Decision,
  afterSeconds: number,
): Promise<boolean> {
  const row = await lockPayment(tx, view.id)
  if (!row) return false
  // Also of one that a statement has ended meanwhile.
  const told = await hearEnds(tx, row, decided.ends)
  if (FINAL.has(row.status)) return false
  // Judged once more under the lock: another channel may have told the other end since the question.
  const decision = holdBack(row.status, told, decided)
  // Something else moved it meanwhile (a statement): the next request evaluates the answer again.
  const moves = decision.status !== null && row.status === view.known.status
  const status = moves ? decision.status! : row.status
  await setPayment(tx, view.id, {
    ...(moves && { status, status_source: decision.source }),
    ...(moves && { reason_code: decision.reasonCode, reason_text: decision.reasonText }),
    ...(decision.bankStatus !== null && { bank_status: decision.bankStatus }),
    ...(decision.clean && { first_sent_at: null }),
    nextInSeconds: FINAL.has(status) ? null : afterSeconds,
  })
  if (moves) await afterStep(tx, row, status, decision)
  if (decision.discrepancy !== null)
    await reportDiscrepancy(tx, view.id, decision.discrepancy, decision.said)
  const reason = decision.stop ?? (await tooManyRefusals(tx, row.bank_config_id, decision))
  if (reason !== null) await stop(tx, row.bank_config_id, reason)
  return !FINAL.has(status)
}

type Row = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** The effects of every step that a bank causes, also of one that a statement proves. */
export async function afterStep(
  tx: Tx,
  row: Row,
  status: PaymentStatus,
  decision: Pick<Decision, 'reasonCode' | 'reasonText'>,
): Promise<void> {
  if (status === 'paid' && !row.is_test) {
    await addPaidToDay(tx, row.id)
    await markYearLimit(tx, row.supplier_id)
  }
  if (row.registry_id !== null) await followRegistry(tx, row.registry_id)
  if (status === 'rejected' || status === 'cancelled')
    await addNotices(tx, [row.created_by], {
      kind: 'payment_rejected',
      title:
        `Выплата ${roubles(row.amount_kop)} ₽: ${decision.reasonText ?? 'Выплата отклонена'}`.slice(
          0,
          200,
        ),
      href: `/operator/payments?id=${row.id}`,
    })
  addAuditEvent(tx, {
    action: `payment.${status}`,
    entity: 'payment',
    id: row.id,
    before: { status: row.status },
    after: { status, reason_code: decision.reasonCode },
  })
}

async function tooManyRefusals(
  tx: Tx,
  configId: string,
  decision: Decision,
): Promise<string | null> {
  if (decision.status !== 'rejected' || decision.source !== 'create') return null
  return (await refusedInARow(tx, configId)) ? 'Банк отклонил пять выплат подряд' : null
}

/** Nothing more goes through this configuration until a person has looked (payments.md 3.8). */
async function stop(tx: Tx, configId: string, reason: string): Promise<void> {
  if (!(await stopConfig(tx, configId, reason))) return
  await alertManagers(
    tx,
    {
      kind: 'bank_stopped',
      title: `Обмен с банком остановлен. ${reason}`.slice(0, 200),
      href: '/operator/payments',
      superHref: superPlaces.banks(tx.companyId),
    },
    tx.companyId,
  )
  addAuditEvent(tx, {
    action: 'bank_config.stop',
    entity: 'bank_config',
    id: configId,
    after: { circuit: 'stopped', stopped_reason: reason },
  })
}
