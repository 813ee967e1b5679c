import { ownValue } from '#contract/core/own-value.ts'
import type { BankNotice, HeardNotice } from '../bank-exchange.ts'
import { NOT_TOLD, type BankClaim, type BankPayout, type ReadAnswer } from '../provider.ts'
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
 * The state of a payment order by its notices, the latest first: each end that the bank reported, else the latest state, else
 * that the bank does not know the order; undefined while it has reported nothing. "Not known" counts only as an answer to a
 * question: one that was asked before the last send proves nothing about it, however late it is read.
 */
export function readNotices(ref: string, notices: readonly HeardNotice[]): ReadAnswer | undefined {
  const told = notices
    .filter(({ of, isError }) => of === 'document' || (of === 'other' && !isError))
    .flatMap((notice) => {
      const claim = readNotice(ref, notice)
      return claim ? [{ of: notice.of, claim }] : []
    })
  const ends = told.filter(({ of, claim }) => of === 'document' && claim.status !== 'processing')
  const said = (ends.length > 0 ? ends : told.slice(0, 1)).map(({ claim }) => claim)
  if (said.length > 0) return { outcome: 'accepted', payouts: said }
  const asked = notices
    .filter(({ of, isError, code }) => of !== 'other' && isError && code === MISSING)
    .flatMap(({ askedSecondsAgo }) => askedSecondsAgo ?? [])
  if (asked.length === 0) return undefined
  return {
    outcome: 'not_found',
    payouts: [],
    errorCode: MISSING,
    askedSecondsAgo: Math.min(...asked),
  }
}

/** The end of an order that a notice tells of it. */
export function endOfNotice(notice: BankNotice): 'paid' | 'refused' | null {
  const status = readState(notice)?.status
  if (status === 'paid') return 'paid'
  return status === 'rejected' || status === 'cancelled' ? 'refused' : null
}

/** A notice names a document by our id, or the pack by the bank's, and nothing else of the order. */
function readNotice(ref: string, notice: HeardNotice): BankClaim | undefined {
  const state = readState(notice)
  return (
    state && {
      ...state,
      ref,
      ourId: notice.about === ref ? NOT_TOLD : notice.about,
      amountKop: NOT_TOLD,
      currency: NOT_TOLD,
      payee: NOT_TOLD,
    }
  )
}

type State = Omit<BankPayout, 'ref'>

function readState({ isError, code, words }: BankNotice): State | undefined {
  if (isError) return readError(code, words)
  if (code.startsWith('pack_')) return undefined
  const told = ownValue(STATUSES, code)
  const known = told !== undefined
  const status = told ?? 'processing'
  return {
    status,
    bankStatus: [code, words].filter(Boolean).join(' ').slice(0, 100),
    known,
    reason: status === 'rejected' ? 'bank_failed' : null,
    ...(words !== null && { bankText: words }),
  }
}

/** Only the errors of wrong packs and wrong documents end an order; all others are about the question or the service. */
function readError(code: string, words: string | null): State | undefined {
  const isSame = code === SAME_REQUISITES
  if (!isSame && !isRefusal(code)) return undefined
  return {
    // The bank has an order of this number and day: the first one may have been carried out, so a person looks.
    status: isSame ? 'processing' : 'rejected',
    bankStatus: [code, words].filter(Boolean).join(' ').slice(0, 100),
    known: !isSame,
    reason: isSame ? null : reasonOf(code),
    ...(words !== null && { bankText: words }),
  }
}
