import type { BankState } from '../bank-state.ts'
import type { Payout } from '../payout.ts'
import { isDirect, tellState, waitsForPerson } from './tell-state.ts'

/** An order as the cabinet shows it. */
export type OrderToConfirm = {
  payment_id: string
  amount_kop: number
  payee: string
  purpose: string
}

/** Orders that wait for a person's word, the oldest first. */
export function ordersToConfirm(desk: BankState): OrderToConfirm[] {
  return desk.store
    .pendingTransfers()
    .filter(isWaiting)
    .map((payout) => ({
      payment_id: payout.payment_id ?? '',
      amount_kop: payout.amount_kop,
      payee:
        payout.destination.type === 'account'
          ? `${payout.destination.name}, ${payout.destination.account}`
          : '',
      purpose: payout.description ?? '',
    }))
}

/** The customer signs: the order goes into work, and is carried out as the settings say. */
export function confirmOrder(desk: BankState, paymentId: unknown): boolean {
  const payout = waiting(desk, paymentId)
  if (payout === null) return false
  const { pending_polls, pending_seconds } = desk.settings()
  if (pending_polls === 0) {
    desk.payouts.settle(payout)
    return true
  }
  const due_at = pending_seconds === null ? null : desk.now() + pending_seconds * 1000
  const confirmed = { ...payout, polls_left: pending_polls, due_at }
  desk.store.savePayout(confirmed)
  tellState(desk, confirmed)
  return true
}

/** The customer does not sign. */
export function refuseOrder(desk: BankState, paymentId: unknown): boolean {
  const payout = waiting(desk, paymentId)
  if (payout === null) return false
  desk.payouts.settle({ ...payout, verdict: 'refused_by_person' })
  return true
}

function waiting(desk: BankState, paymentId: unknown): Payout | null {
  const payout = typeof paymentId === 'string' ? desk.store.payoutOfPayment(paymentId) : null
  return payout !== null && isWaiting(payout) ? payout : null
}

const isWaiting = (payout: Payout) => isDirect(payout) && waitsForPerson(payout)
