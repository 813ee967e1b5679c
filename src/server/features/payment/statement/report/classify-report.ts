import type { PaymentStatus } from '#contract/payment/payment-entities.ts'
import type { ReportedStatus } from './status-report.ts'

/** A payment as far as a bank's answer is held against it. */
export interface ReportedPayment {
  readonly status: PaymentStatus
  /** Whether it stood in the file that the bank answers. */
  readonly isInFile: boolean
}

/** What contradicts; the kinds of `payment_discrepancy`. */
export type ReportConflict =
  | 'duplicate_reported'
  | 'unknown_status'
  | 'reject_of_paid'
  | 'accept_of_final'
  | 'answer_to_unsent'

/** What an answer makes of a payment; `move` null = it stays where it is. */
export interface ReportVerdict {
  readonly move: 'processing' | 'rejected' | 'cancelled' | null
  readonly conflict: ReportConflict | null
}

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
const conflictOf = (conflict: ReportConflict): ReportVerdict => ({ move: null, conflict })

/** The Russian words of a status; an unlisted one is quoted. */
export function reportWords({ code }: ReportedStatus): string {
  if (code === null) return 'Банк не назвал состояния'
  return STATUSES[code] ? `${STATUSES[code].words} (${code})` : `Неизвестное состояние ${code}`
}

/** payments.md 1, step 12: what the bank's word makes of a payment. Only a booked line of a statement makes it paid. */
export function classifyReport(payment: ReportedPayment, said: ReportedStatus): ReportVerdict {
  const { status } = payment
  const meaning = said.code === null ? undefined : STATUSES[said.code]?.meaning
  if (!payment.isInFile) return conflictOf('answer_to_unsent')
  if (!meaning) return conflictOf('unknown_status')
  if (meaning === 'rejected' && DUPLICATES.has(said.reasonCode ?? ''))
    return conflictOf('duplicate_reported')
  if (status === 'registered' || status === 'processing')
    return status === meaning ? STAYS : { move: meaning, conflict: null }
  const isRefused = meaning !== 'processing'
  if (status === 'paid') return isRefused ? conflictOf('reject_of_paid') : STAYS
  if (status === 'rejected' || status === 'cancelled')
    return isRefused ? STAYS : conflictOf('accept_of_final')
  return conflictOf('answer_to_unsent')
}
