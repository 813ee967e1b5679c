import { randomUUID } from 'node:crypto'
import { amountText, type Payout } from '../payout.ts'
import type { Answer } from '../wire.ts'

/** A payout as the dialect shows it; `amount` and `status` may be distorted by a fault afterwards. */
export type PayoutBody = {
  id: string
  status: string
  amount: { value: string; currency: string }
  [member: string]: unknown
}

export function payoutBody(payout: Payout): PayoutBody {
  const { destination } = payout
  const done = payout.status === 'succeeded'
  const sbp = destination.type === 'sbp' && {
    recipient_checked: payout.personal_data.length > 0,
    ...(done && { sbp_operation_id: operationId(payout) }),
  }
  return {
    id: payout.id,
    status: payout.status,
    amount: { value: amountText(payout.amount_kop), currency: 'RUB' },
    payout_destination: { ...destination, ...sbp },
    ...(payout.description !== null && { description: payout.description }),
    created_at: new Date(payout.created_at).toISOString(),
    ...(done &&
      payout.settled_at !== null && { succeeded_at: new Date(payout.settled_at).toISOString() }),
    ...(payout.reason !== null && {
      cancellation_details: { party: partyOf(payout.reason), reason: payout.reason },
    }),
    metadata: payout.metadata,
    test: true,
  }
}

// The reasons that the provider itself gives; all others come from the payee's side.
const ownReasons = new Set([
  'insufficient_funds',
  'fraud_suspected',
  'one_time_limit_exceeded',
  'periodic_limit_exceeded',
  'recipient_check_failed',
])

function partyOf(reason: string): string {
  return ownReasons.has(reason) ? 'yoo_money' : 'payout_network'
}

// The fast payment system names its operations by 32 capital letters and digits.
function operationId(payout: Payout): string {
  return `A${payout.id.replaceAll('-', '').slice(2).toUpperCase()}`.slice(0, 32)
}

/** The dialect's error object with its usual code for the status. */
export function failure(status: FailureStatus, description: string, parameter?: string): Answer {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="payouts"' } : undefined
  const body = {
    type: 'error',
    id: randomUUID(),
    code: codes[status],
    description,
    ...(parameter !== undefined && { parameter }),
  }
  return { status, body, ...(headers && { headers }) }
}

const codes = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'invalid_request',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  500: 'internal_server_error',
}
type FailureStatus = keyof typeof codes
