import { get } from 'node:http'
import * as z from 'zod/mini'
import {
  httpRelayConnection,
  modbusRelayConnection,
  relayChannels,
  type HttpRelayConnection,
  type ModbusRelayConnection,
} from '#contract/device/relay.ts'
import { openTransport } from '../scales/transports/open-transport.ts'
import { allowedAddress } from '../site/allowed-address.ts'
import { modbusRelays } from './modbus-relays.ts'
import type { RelayBoard } from './relay-board.ts'

/** A board with its connection understood. */
export type RelayLine =
  | { driver: 'modbus'; connection: ModbusRelayConnection }
  | { driver: 'http'; connection: HttpRelayConnection }

const line = z.discriminatedUnion('driver', [
  z.strictObject({ driver: z.literal('modbus'), connection: modbusRelayConnection }),
  z.strictObject({ driver: z.literal('http'), connection: httpRelayConnection }),
])

export function readRelayLine(
  driver: string,
  connection: unknown,
): z.core.util.SafeParseResult<RelayLine> {
  return line.safeParse({ driver, connection })
}

export function relayHost({ driver, connection }: RelayLine): string {
  return driver === 'modbus' ? connection.host : new URL(connection.url).hostname
}

export function openBoard(line: RelayLine, allowLoopback: boolean): RelayBoard {
  if (line.driver === 'http') return httpRelays(line.connection, allowLoopback)
  const { host, port } = line.connection
  return modbusRelays(line.connection, (signal) =>
    openTransport({ type: 'tcp', host, port }, allowLoopback, signal),
  )
}

const ANSWER_MS = 2000

/** A board that is switched by fetching an address; only the status of its answer counts. */
function httpRelays(connection: HttpRelayConnection, allowLoopback: boolean): RelayBoard {
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
