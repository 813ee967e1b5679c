import { request } from 'node:http'
import { openFaults } from './faults.ts'
import type { Payout } from './payout.ts'
import { openCallCounts } from './page/call-counts.ts'
import { openSessions } from './directbank/sessions.ts'
import { tellState } from './directbank/tell-state.ts'
import { openPayouts } from './payouts.ts'
import { openRequestLog } from './request-log.ts'
import { changeSettings, type Settings } from './settings.ts'
import type { Store } from './store.ts'
import { payoutBody } from './yookassa/answers.ts'

export type BankState = ReturnType<typeof openBankState>

/** Everything the dialects and the control share; only the store and the clock's lead outlive a restart. */
export function openBankState(store: Store, initial: Settings) {
  let current = initial
  let lead_ms = Number(store.fact('clock_lead_ms') ?? 0)
  const settings = () => current
  const now = () => Date.now() + lead_ms
  const faults = openFaults()
  const requests = openRequestLog(now)
  const webhooks = openWebhooks()
  const counts = openCallCounts()
  const payouts = openPayouts({ store, now, settings, onFinal })

  const sessions = openSessions({ now, settings })

  function onFinal(payout: Payout): void {
    tellState({ store, now }, payout)
    const url = current.webhook_url
    // Only the dialect of YooKassa tells of an end by itself.
    if (url === null || payout.destination.type === 'account') return
    if (payout.quirks.includes('webhook_lost')) return
    // Five: the same notification must be harmless however often it comes.
    const copies = payout.quirks.includes('duplicate_webhook') ? 5 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const wrongIp = payout.quirks.includes('webhook_wrong_ip')
      webhooks.send(url, `payout.${payout.status}`, payoutBody(payout), wrongIp)
    }
  }

  /** The text of what is wrong, or null when the change is made. */
  function change(body: unknown): string | null {
    const next = changeSettings(current, body)
    if (typeof next === 'string') return next
    current = next
    return null
  }

  /** Moves the virtual clock and carries out what it has reached. */
  function advance(seconds: number): void {
    lead_ms += seconds * 1000
    store.setFact('clock_lead_ms', String(lead_ms))
    payouts.settleDue()
  }

  /** Back to an empty bank with the settings it started with. */
  function reset(): void {
    store.clear()
    current = initial
    lead_ms = 0
    faults.set([])
    faults.seed(1)
    requests.clear()
    webhooks.clear()
    counts.clear()
    sessions.clear()
  }

  return {
    store,
    settings,
    now,
    faults,
    requests,
    webhooks,
    counts,
    payouts,
    sessions,
    change,
    advance,
    reset,
  }
}

/** What became of one notification, for the tests that expect or miss it. */
type Delivery = {
  payout_id: string
  event: string
  from: string
  status: number | null
  error: string | null
}

// Loopback addresses replace those of the provider; the second is outside any list.
const rightAddress = '127.0.0.1'
const wrongAddress = '127.0.0.66'
const MAX_DELIVERIES = 10_000

/** Sends each notification once; unlike the provider it does not repeat an undelivered one. */
function openWebhooks() {
  let deliveries: Delivery[] = []
  return {
    send(url: string, event: string, payout: { id: string }, wrongIp = false): void {
      const from = wrongIp ? wrongAddress : rightAddress
      const delivery: Delivery = { payout_id: payout.id, event, from, status: null, error: null }
      if (deliveries.length < MAX_DELIVERIES) deliveries.push(delivery)
      const body = JSON.stringify({ type: 'notification', event, object: payout })
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const call = request(url, {
        method: 'POST',
        localAddress: from,
        timeout: 10_000,
        headers,
        agent: false,
      })
      call.on('response', (response) => {
        delivery.status = response.statusCode ?? null
        response.resume()
      })
      call.on('timeout', () => call.destroy(new Error('no answer in 10 s')))
      call.on('error', (error) => {
        delivery.error = error.message
      })
      call.end(body)
    },
    deliveries: () => deliveries,
    clear(): void {
      deliveries = []
    },
  }
}
