import { ownValue } from '#contract/core/own-value.ts'
import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ToldEnd } from '../../../../../db/json-columns.ts'
import { areContradicting, conflictOf, joinEnds } from '../../../send/ends/told-ends.ts'
import type { ReportedStatus } from './status-report.ts'

/** A payment as far as a bank's answer is held against it. */
export interface ReportedPayment {
  readonly status: PaymentStatus
  /** Whether it stood in the file that the bank answers. */
  readonly isInFile: boolean
  /** What banks have told of its end before. */
  readonly told: readonly ToldEnd[]
}

/** The contradiction in an answer; the kinds of `payment_discrepancy`. */
export type ReportConflict =
  | 'duplicate_reported'
  | 'unknown_status'
  | 'reject_of_paid'
  | 'accept_of_final'
  | 'answer_to_unsent'
  | 'contradicting_ends'

/** The effect of an answer on a payment; `move` null: it keeps its state. */
export interface ReportVerdict {
  readonly move: 'processing' | 'rejected' | 'cancelled' | null
  readonly conflict: ReportConflict | null
}

/** The bank has debited the payer: it counts as told, though only a booked line makes a payment paid. */
const SETTLED = new Set(['ACSC', 'ACCC'])

/** The end of an order that the bank's word tells; a refused repeat tells none of the first one. */
export function endsOfReport(said: ReportedStatus): ToldEnd[] {
  const meaning = ownValue(STATUSES, said.code ?? '')?.meaning
  const words = { by: 'file', words: reportWords(said) } as const
  if (SETTLED.has(said.code ?? '')) return [{ end: 'paid', ...words }]
  const isEnd = meaning !== undefined && meaning !== 'processing'
  return isEnd && !isRepeat(said) ? [{ end: 'refused', ...words }] : []
}

const isRepeat = ({ reasonCode }: ReportedStatus) => DUPLICATES.has(reasonCode ?? '')

type Meaning = 'processing' | 'rejected' | 'cancelled'

/** `ExternalPaymentTransactionStatus1Code` of ISO 20022, as payments.md 4.5 reads them, with the words that people see. */
const STATUSES: Readonly<Record<string, { readonly meaning: Meaning; readonly words: string }>> = {
  RCVD: { meaning: 'processing', words: 'Получено банком' },
  PDNG: { meaning: 'processing', words: 'Ожидает проверки банка' },
  ACTC: { meaning: 'processing', words: 'Формат проверен банком' },
  ACCP: { meaning: 'processing', words: 'Плательщик проверен банком' },
  ACSP: { meaning: 'processing', words: 'Исполняется банком' },
  ACWC: { meaning: 'processing', words: 'Принято банком с изменением' },
  ACSC: { meaning: 'processing', words: 'Списано, ждёт выписки' },
  ACCC: { meaning: 'processing', words: 'Зачислено получателю, ждёт выписки' },
  RJCT: { meaning: 'rejected', words: 'Отклонено банком' },
  CANC: { meaning: 'cancelled', words: 'Отменено банком' },
}

/**
 * `ExternalStatusReason1Code` of ISO 20022: an order that the bank calls a repeat of another. The first one may have been carried
 * out, so this refusal proves nothing.
 */
const DUPLICATES = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05'])

const STAYS: ReportVerdict = { move: null, conflict: null }
const contradicts = (conflict: ReportConflict): ReportVerdict => ({ move: null, conflict })

/** The Russian words of a status; an unlisted one is quoted. */
export function reportWords({ code }: ReportedStatus): string {
  if (code === null) return 'Банк не назвал состояния'
  const known = ownValue(STATUSES, code)
  return known ? `${known.words} (${code})` : `Неизвестное состояние ${code}`
}

/** payments.md 1, step 12: what the bank's word makes of a payment. Only a booked line of a statement makes it paid. */
export function classifyReport(payment: ReportedPayment, said: ReportedStatus): ReportVerdict {
  const { status } = payment
  const meaning = said.code === null ? undefined : ownValue(STATUSES, said.code)?.meaning
  const newEnds = endsOfReport(said)
  const told = joinEnds(payment.told, newEnds)
  const ends = newEnds.map(({ end }) => end)
  if (!payment.isInFile) {
    const conflict = ends.length === 0 ? null : conflictOf(status, told, ends)
    const agrees = status === 'paid' && ends.length > 0
    return conflict === null && agrees ? STAYS : contradicts(conflict ?? 'answer_to_unsent')
  }
  if (!meaning) return contradicts('unknown_status')
  if (meaning === 'rejected' && isRepeat(said)) return contradicts('duplicate_reported')
  if (status === 'registered' || status === 'processing') {
    if (areContradicting(told)) return contradicts('contradicting_ends')
    return status === meaning ? STAYS : { move: meaning, conflict: null }
  }
  if (status === 'unknown' || status === 'registering' || status === 'saved')
    return contradicts('answer_to_unsent')
  if (newEnds.length === 0) return status === 'paid' ? STAYS : contradicts('accept_of_final')
  const conflict = conflictOf(status, told, ends)
  return conflict === null ? STAYS : contradicts(conflict)
}
