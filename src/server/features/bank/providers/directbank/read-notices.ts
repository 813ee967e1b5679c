import type { BankNotice, HeardNotice } from '../bank-exchange.ts'
import type { BankAnswer, BankPayout } from '../provider.ts'
import { isRefusal, MISSING, reasonOf, SAME_REQUISITES } from './errors.ts'

/** Table «коды статусов электронных документов». */
const STATUSES: Readonly<Record<string, BankPayout['status']>> = {
  // Checked, and in work.
  '01': 'processing',
  '02': 'paid',
  '03': 'rejected',
  // Waits for money on the account: the bank carries it out later by itself.
  '04': 'processing',
  '05': 'cancelled',
  // Waits for the payer's confirmation by a message or in the bank's cabinet.
  '06': 'processing',
}

/**
 * What the notices about a payment order, the latest first, say of it: the latest end that was told, else the latest state, else that
 * the bank does not know it; undefined while it has told nothing. Not known is believed as an answer to a question alone: what was
 * asked before the last send says nothing of it, however late it is read.
 */
export function readNotices(ref: string, notices: readonly HeardNotice[]): BankAnswer | undefined {
  const told = notices.map((notice) => readNotice(ref, notice))
  const end = told.find((one) => one !== undefined && one.status !== 'processing')
  const state = end ?? told.find((one) => one !== undefined)
  if (state) return { outcome: 'accepted', payouts: [state] }
  const asked = notices
    .filter(({ isError, code }) => isError && code === MISSING)
    .flatMap(({ askedSecondsAgo }) => askedSecondsAgo ?? [])
  if (asked.length === 0) return undefined
  return {
    outcome: 'not_found',
    payouts: [],
    errorCode: MISSING,
    askedSecondsAgo: Math.min(...asked),
  }
}

function readNotice(ref: string, { isError, code, words }: BankNotice): BankPayout | undefined {
  if (isError) return readError(ref, code, words)
  if (code.startsWith('pack_')) return undefined
  const known = Object.hasOwn(STATUSES, code)
  const status = known ? STATUSES[code]! : 'processing'
  return {
    ref,
    status,
    bankStatus: [code, words].filter(Boolean).join(' ').slice(0, 100),
    known,
    reason: status === 'rejected' ? 'bank_failed' : null,
    ...(words !== null && { bankText: words }),
  }
}

/** Only the errors of wrong packs and wrong documents end an order; all others are about the question or the service. */
function readError(ref: string, code: string, words: string | null): BankPayout | undefined {
  const isSame = code === SAME_REQUISITES
  if (!isSame && !isRefusal(code)) return undefined
  return {
    ref,
    // The bank has an order of this number and day: the first one may have been carried out, so a person looks.
    status: isSame ? 'processing' : 'rejected',
    bankStatus: [code, words].filter(Boolean).join(' ').slice(0, 100),
    known: !isSame,
    reason: isSame ? null : reasonOf(code),
    ...(words !== null && { bankText: words }),
  }
}
