import type { ActCard } from '#contract/act/act-entities.ts'
import type { Payment, PaymentCard } from '#contract/payment/payment-entities.ts'
import type { Db } from '../../../db/handle.ts'
import { shownPayment } from '../../payment/present-payment.ts'
import { paymentsByIds } from '../../payment/present-queries.ts'
import { eventsOf, quietSends, returnsOf } from '../../payment/review/read/timeline-queries.ts'
import { casesOf, debitStory } from '../../payment/review/decisions/debit-queries.ts'
import { timelineOf } from '../../payment/review/read/timeline.ts'
import { selectAttempts, type AttemptRow } from './evidence-queries.ts'

/** A payment of an act with its story and what the bank answered. */
export interface PaymentProof {
  readonly payment: Payment
  /** The part of it that goes to this act. */
  readonly part_kop: number
  readonly timeline: PaymentCard['timeline']
  readonly attempts: readonly AttemptRow[]
  readonly returns: PaymentCard['returns']
}

/** Payments that the act has a part in, the oldest first. */
export async function readPayments(db: Db, card: ActCard): Promise<PaymentProof[]> {
  const parts = card.payments.toReversed()
  const rows = await paymentsByIds(
    db,
    parts.map(({ id }) => id),
  )
  const proofs: PaymentProof[] = []
  for (const row of rows) {
    const story = {
      events: await eventsOf(db, row.id),
      sends: await quietSends(db, row.id),
      cases: await casesOf(db, row.id),
      debit: await debitStory(db, row.id),
    }
    proofs.push({
      payment: shownPayment(row),
      part_kop: parts.find(({ id }) => id === row.id)!.act_amount_kop,
      timeline: timelineOf(row, story).map(({ text, ...step }) => ({
        ...step,
        text: maskAnswer(text, row.provider_ref),
      })),
      attempts: (await selectAttempts(db, row.id)).map(maskAttempt),
      returns: await returnsOf(db, row.id),
    })
  }
  return proofs
}

function maskAttempt({ provider_ref, error_text, ...attempt }: AttemptRow): AttemptRow {
  return {
    ...attempt,
    provider_ref: provider_ref && maskReference(provider_ref),
    error_text: error_text && maskNumbers(error_text),
  }
}

function maskAnswer(text: string, reference: string | null): string {
  return maskNumbers(reference ? text.replaceAll(reference, maskReference(reference)) : text)
}

/** `2d8f…c41a`: enough to find the operation at the bank, of no use without it. */
function maskReference(text: string): string {
  return text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`
}

/** Numbers of accounts, cards and phones in a text of the bank with their last four digits. */
function maskNumbers(text: string): string {
  return text.replaceAll(/\d{7,}/g, (digits) => `••••${digits.slice(-4)}`)
}
