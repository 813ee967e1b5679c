import { get } from 'node:http'
import { relayChannels, type HttpRelayConnection } from '#contract/device/relay.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import type { RelayBoard } from './relay-board.ts'

const ANSWER_MS = 2000

/** A board that is switched by fetching an address; only the status of its answer counts. */
export function httpRelays(connection: HttpRelayConnection, allowLoopback: boolean): RelayBoard {
  return {
    channels: relayChannels.filter((channel) => connection[channel] !== undefined),
    async set(channel, on) {
      const filled = connection.url
        .replaceAll('{channel}', encodeURIComponent(connection[channel]!))
        .replaceAll('{on}', on ? '1' : '0')
      const status = await statusOf(new URL(filled), allowLoopback)
      if (status < 200 || status >= 300) throw new Error(`The relay board answered ${status}`)
    },
    read: () => Promise.resolve(null),
    loop: () => Promise.resolve(null),
    close: () => {},
  }
}

function statusOf(url: URL, allowLoopback: boolean): Promise<number> {
  const { lookup } = allowedAddress(url.hostname, allowLoopback)
  return new Promise((resolve, reject) => {
    const request = get(url, { lookup, signal: AbortSignal.timeout(ANSWER_MS) }, (response) => {
      response.resume()
      response.on('error', reject)
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
  })
}
