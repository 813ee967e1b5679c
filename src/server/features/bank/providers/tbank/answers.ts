import { ownValue } from '#contract/core/own-value.ts'
import type { Reply } from '../bank-call.ts'
import { jsonFields, quoteBank } from '../bank-text.ts'
import { NOT_TOLD, type BankClaim, type BankPayout, type ReadAnswer } from '../provider.ts'

type Heard = Exclude<Reply, { failed: unknown }>

const STATUSES: Readonly<Record<string, BankPayout['status']>> = {
  IN_PROGRESS: 'processing',
  EXECUTED: 'paid',
  FAILED: 'rejected',
  CANCELLED: 'cancelled',
}

/** 201 without a body is the only answer that says that the order is in the bank's queue (payments.md 4.2). */
export function answerOfSend(reply: Heard, id: string): ReadAnswer {
  const { status } = reply
  if (status === 201 && reply.isEmpty)
    return {
      outcome: 'accepted',
      payouts: [
        {
          ...UNTOLD,
          ref: id,
          ourId: NOT_TOLD,
          status: 'registered',
          bankStatus: 'QUEUED',
          known: true,
          reason: null,
        },
      ],
      httpStatus: status,
    }
  if (status >= 200 && status < 300) return brokenAnswer(status)
  if (status === 400 || status === 422)
    return { ...errorOf(reply), outcome: 'refused', errorCode: 'bank_validation' }
  if ([404, 405, 415].includes(status)) return { ...errorOf(reply), outcome: 'config' }
  return commonAnswer(reply)
}

export function answerOfStatus(reply: Heard, id: string): ReadAnswer {
  const { status } = reply
  if (status >= 200 && status < 300) {
    const payout = payoutOf(reply.body, id)
    return payout && status === 200
      ? { outcome: 'accepted', payouts: [payout], httpStatus: status }
      : brokenAnswer(status)
  }
  // Which of the two stands for an unknown id is not written down.
  if (status === 404 || status === 422) return { ...errorOf(reply), outcome: 'not_found' }
  return commonAnswer(reply)
}

function commonAnswer(reply: Heard): ReadAnswer {
  const { status, retryAfter } = reply
  if (status === 429)
    return {
      ...errorOf(reply),
      outcome: 'throttled',
      ...(retryAfter !== undefined && { retryAfter }),
    }
  const outcome = status === 401 || status === 403 ? 'config' : 'ambiguous'
  return { ...errorOf(reply), outcome }
}

function brokenAnswer(httpStatus: number): ReadAnswer {
  return { outcome: 'ambiguous', payouts: [], httpStatus, errorCode: 'broken' }
}

/** A state names neither sum nor destination: both are bound to the id, which was never sent with another body. */
const UNTOLD = { amountKop: NOT_TOLD, currency: NOT_TOLD, payee: NOT_TOLD } as const

/** Our id is the bank's too, wherever a state repeats it; the first that is another one tells of another payment. */
function payoutOf(body: unknown, asked: string): BankClaim | undefined {
  const { status, errorMessage, id, paymentId, meta } = jsonFields(body)
  const told = [id, paymentId, jsonFields(meta)['paymentId']].filter((one) => one !== undefined)
  const other = told.find((one) => one !== asked) ?? told[0]
  if (typeof status !== 'string' || status === '') return undefined
  const known = ownValue(STATUSES, status)
  const own = known ?? 'processing'
  return {
    ...UNTOLD,
    ref: asked,
    ourId: other === undefined ? NOT_TOLD : typeof other === 'string' ? other.slice(0, 60) : null,
    status: own,
    bankStatus: status.slice(0, 100),
    known: known !== undefined,
    reason: own === 'rejected' ? 'bank_failed' : null,
    ...(typeof errorMessage === 'string' &&
      errorMessage !== '' && { bankText: quoteBank(errorMessage) }),
  }
}

function errorOf({ status, body }: Heard) {
  const { errorCode, errorMessage } = jsonFields(body)
  const code = typeof errorCode === 'string' && errorCode !== '' ? errorCode : undefined
  const words = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : code
  return {
    payouts: [],
    httpStatus: status,
    errorCode: code?.slice(0, 60) ?? `http_${status}`,
    ...(words !== undefined && { errorText: quoteBank(words) }),
  }
}
