import type { Tx } from '../../../../db/handle.ts'
import { hearEnds } from '../../send/ends/hear-ends.ts'
import { lockPayment, openDiscrepancy, setPayment } from '../../payment-queries.ts'
import { afterStep } from '../../send/worker/apply-decision.ts'
import { freeLine } from './choose/weak-link-queries.ts'
import { isNaming, POSSIBLE_RETURN, type Candidate, type Verdict } from './classify-line.ts'
import { storeVerdict } from './statement-queries.ts'

const BOOKED = { end: 'paid', by: 'statement', words: 'Проведена по выписке' } as const

/**
 * Writes a verdict and what follows from it. A matched line makes its payment paid, through the guard of the database and with
 * everything that a bank's answer brings, and takes the place of one that had it by its sum; a contradiction moves nothing and waits for a person.
 */
export async function settleLine(
  tx: Tx,
  line: { readonly id: string },
  verdict: Verdict,
  payment: Candidate | undefined,
  matchedBy: string | null,
): Promise<void> {
  if (verdict.status === 'matched' && payment && payment.linkedBySum !== null)
    await freeLine(tx, payment.linkedBySum, line.id)
  await storeVerdict(tx, line.id, verdict, matchedBy)
  if (verdict.possible)
    await openDiscrepancy(tx, null, POSSIBLE_RETURN, line.id, { payments: verdict.possible })
  for (const id of new Set(verdict.named))
    await hearEnds(tx, (await lockPayment(tx, id))!, [BOOKED])
  if (!payment) return
  if (verdict.status === 'discrepancy') await openDiscrepancy(tx, payment.id, verdict.rule, line.id)
  // A line that waits for its worker or for a person names the payment too: a refusal that comes first is not believed.
  if (verdict.status === 'discrepancy' || (verdict.status === 'suggested' && !isNaming(verdict)))
    return
  const row = (await lockPayment(tx, payment.id))!
  await hearEnds(tx, row, [BOOKED])
  if (verdict.status !== 'matched' || payment.status === 'paid') return
  await setPayment(tx, payment.id, {
    status: 'paid',
    status_source: 'statement',
    reason_code: null,
    reason_text: null,
    bank_status: BOOKED.words,
    nextInSeconds: null,
  })
  await afterStep(tx, row, 'paid', { reasonCode: null, reasonText: null })
}
