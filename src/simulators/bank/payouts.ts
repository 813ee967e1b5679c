import { randomUUID } from 'node:crypto'
import { dialectOf, type Payout } from './payout.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'
import type { Trigger } from './triggers.ts'

/** What a valid create call asks for. */
export type PayoutOrder = Pick<
  Payout,
  'amount_kop' | 'destination' | 'tail' | 'description' | 'metadata' | 'personal_data'
> & {
  trigger: Trigger
  /** Waits until a person confirms it at the bank. */
  held?: boolean
}

export type Payouts = ReturnType<typeof openPayouts>

/** The life of a payout: accepted, pending for a while, then final; money moves with success and only then. */
export function openPayouts(bank: {
  store: Store
  now: () => number
  settings: () => Settings
  onFinal: (payout: Payout) => void
}) {
  const { store, now, settings, onFinal } = bank

  function accept(order: PayoutOrder, quirks: string[]): Payout {
    const payout = newPayout(order, quirks, now(), settings())
    store.addPayout(payout)
    return payout.polls_left === 0 ? settle(payout) : payout
  }

  /** A status question: it counts down what is still "pending". */
  function ask(id: string): Payout | null {
    const payout = store.payout(id)
    if (payout === null || payout.status !== 'pending' || payout.polls_left === null) return payout
    if (payout.polls_left === 0) return settle(payout)
    return savePayout({ ...payout, polls_left: payout.polls_left - 1 })
  }

  /** Carries out everything the virtual clock has reached. */
  function settleDue(): void {
    for (let due = store.duePayouts(now()); due.length > 0; due = store.duePayouts(now())) {
      for (const payout of due) {
        if (payout.status === 'pending') settle(payout)
        else store.together(() => afterSuccess(store, payout, now()))
      }
    }
  }

  function settle(payout: Payout): Payout {
    const final = store.together(() => {
      const at = now()
      const reason =
        payout.verdict ?? (payout.amount_kop > balanceKop() ? 'insufficient_funds' : null)
      if (reason !== null) {
        return savePayout({ ...payout, status: 'canceled', reason, settled_at: at, due_at: null })
      }
      store.addLine('ledger', payout, payout.amount_kop, at)
      const fee_kop = dialectOf(payout) === 'file' ? settings().file_fee_kop : 0
      const late = payout.quirks.includes('late_reject') || payout.quirks.includes('late_return')
      const due_at = late ? at + settings().late_seconds * 1000 : null
      return savePayout({
        ...payout,
        status: 'succeeded',
        settled_at: at,
        due_at,
        ...(fee_kop > 0 && { fee_kop }),
      })
    })
    onFinal(final)
    return final
  }

  /** Ends a payout now by a person's word: paid, or refused with a reason; false when it has its end already. */
  function decide(payoutId: string, verdict: string | null): boolean {
    const payout = store.payout(payoutId)
    if (payout?.status !== 'pending') return false
    settle({ ...payout, verdict })
    return true
  }

  function balanceKop(): number {
    return settings().balance_kop - store.spentKop()
  }

  function savePayout(payout: Payout): Payout {
    store.savePayout(payout)
    return payout
  }

  return { accept, ask, settleDue, settle, decide, balanceKop, ...openReturns({ store, now }) }
}

/** Money that comes back by itself when its time has come. */
function afterSuccess(store: Store, payout: Payout, at: number): void {
  const left = payout.amount_kop - store.returnedKop(payout.id)
  if (left > 0) store.addLine('returned', payout, left, at)
  const rejected = payout.quirks.includes('late_reject')
  store.savePayout({
    ...payout,
    due_at: null,
    ...(rejected && { status: 'canceled', reason: 'general_decline' }),
  })
}

/** What happens after a payout has its end: money goes back, or the bank says something else. */
function openReturns({ store, now }: { store: Store; now: () => number }) {
  /** Sends money of a succeeded payout back; false when there is no such payout or less is left. */
  function giveBack(paymentId: string, kop: number): boolean {
    const payout = store.payoutOfPayment(paymentId)
    return payout !== null && giveBackOf(payout.id, kop)
  }

  /** The same by the bank's own id; without a sum all that is left goes back. */
  function giveBackOf(payoutId: string, sum: number | null): boolean {
    return store.together(() => {
      const payout = store.payout(payoutId)
      if (payout?.status !== 'succeeded') return false
      const left = payout.amount_kop - store.returnedKop(payout.id)
      const kop = sum ?? left
      if (kop === 0 || kop > left) return false
      store.addLine('returned', payout, kop, now())
      return true
    })
  }

  /** Changes what the bank says of a payout and tells nobody: no ledger line, no notification. */
  function alter(
    paymentId: string,
    change: Partial<Pick<Payout, 'status' | 'amount_kop'>>,
  ): boolean {
    const payout = store.payoutOfPayment(paymentId)
    if (payout === null) return false
    const isRefused = change.status === 'canceled'
    store.savePayout({
      ...payout,
      ...change,
      reason: isRefused ? 'general_decline' : payout.reason,
      due_at: null,
      settled_at: payout.settled_at ?? now(),
    })
    return true
  }

  return { giveBack, giveBackOf, alter }
}

function newPayout(order: PayoutOrder, quirks: string[], at: number, settings: Settings): Payout {
  const { trigger, held = false, ...asked } = order
  const slow = trigger === 'slow' || quirks.includes('late_decision')
  const refused = quirks.find((quirk) => quirk.startsWith('refused:'))?.slice(8)
  const seconds = slow ? settings.slow_seconds : settings.pending_seconds
  return {
    ...asked,
    id: `po-${randomUUID()}`,
    payment_id: order.metadata['payment_id'] ?? null,
    status: 'pending',
    verdict: refused ?? (trigger !== null && typeof trigger === 'object' ? trigger.reason : null),
    reason: null,
    polls_left: held ? null : slow ? settings.slow_polls : settings.pending_polls,
    due_at: held || seconds === null ? null : at + seconds * 1000,
    created_at: at,
    settled_at: null,
    visible_at: at + settings.search_lag_seconds * 1000,
    quirks,
  }
}
