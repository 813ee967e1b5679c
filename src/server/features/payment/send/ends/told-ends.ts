import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../db/json-columns.ts'
import type { CaseKind } from '../../case-kinds.ts'

export type End = ToldEnd['end']

/** The end that a bank has reported for a payment, if any: `paid`, or that it will not be paid. */
export function endOf(status: PaymentStatus): End | null {
  if (status === 'paid') return 'paid'
  return status === 'rejected' || status === 'cancelled' ? 'refused' : null
}

/** The first word of each end stays, whatever is told after it. */
export function joinEnds(
  told: readonly ToldEnd[],
  newEnds: readonly ToldEnd[],
): readonly ToldEnd[] {
  const fresh = newEnds.filter(({ end }, i) =>
    [...told, ...newEnds.slice(0, i)].every((one) => one.end !== end),
  )
  return fresh.length === 0 ? told : [...told, ...fresh]
}

/** The bank says both: none of its words is believed, two people decide (payments.md 3.4). */
export const areContradicting = (told: readonly ToldEnd[]): boolean =>
  hasTold(told, 'paid') && hasTold(told, 'refused')

export const hasTold = (told: readonly ToldEnd[], end: End): boolean =>
  told.some((one) => one.end === end)

export type EndConflict = Extract<
  CaseKind,
  'contradicting_ends' | 'reject_of_paid' | 'accept_of_final'
>

/** The earlier report, or our final state, that a newly reported end contradicts. */
export function conflictOf(
  ours: PaymentStatus,
  told: readonly ToldEnd[],
  newEnds: readonly End[],
): EndConflict | null {
  const own = ours === 'saved' ? 'refused' : endOf(ours)
  if (own === null) return areContradicting(told) ? 'contradicting_ends' : null
  if (newEnds.every((end) => end === own)) return null
  if (areContradicting(told)) return 'contradicting_ends'
  return own === 'paid' ? 'reject_of_paid' : 'accept_of_final'
}

/**
 * The words beside each other with what they mean, for the people who decide: a bank's word may be a code. Another word of an end that it
 * had told before stands beside the first.
 */
export function toldWords(told: readonly ToldEnd[], newEnds: readonly ToldEnd[] = []): string {
  const more = newEnds.filter(
    ({ end, words, by }) =>
      !told.some((one) => one.end === end && one.words === words && one.by === by),
  )
  return [...told, ...more]
    .map(({ end, words, by }) => `${MEANINGS[end]}: ${words} (${CHANNELS[by]})`)
    .join('; ')
}

const MEANINGS: Record<End, string> = { paid: 'исполнена', refused: 'не исполнена' }

const CHANNELS: Record<ToldEnd['by'], string> = {
  answer: 'ответ на вопрос',
  notice: 'извещение',
  statement: 'выписка',
  file: 'ответ на файл',
}
