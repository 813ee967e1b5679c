import * as z from 'zod/mini'
import {
  httpRelayConnection,
  modbusRelayConnection,
  type HttpRelayConnection,
  type ModbusRelayConnection,
} from '#contract/device/relay.ts'
import { openTransport } from '../scales/transports/open-transport.ts'
import { httpRelays } from './http-relays.ts'
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
