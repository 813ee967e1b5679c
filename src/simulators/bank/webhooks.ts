import { request } from 'node:http'

/** What became of one notification, for the tests that expect or miss it. */
export type Delivery = {
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
export function openWebhooks() {
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
