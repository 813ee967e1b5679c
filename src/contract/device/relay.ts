import * as z from 'zod/mini'
import { count, id, int, list, text } from '../core/shapes.ts'
import { yardHost } from './yard-address.ts'

/** What a post may have: a lamp of two colours and a barrier. */
export const relayChannels = ['red', 'green', 'barrier'] as const
export type RelayChannel = (typeof relayChannels)[number]

export const relayDriverNames = ['modbus', 'http'] as const

const register = int(0, 65_535)
const sign = text(20)

/** A relay board on Modbus (devices.md 8); a channel that is left out is not wired. */
export const modbusRelayConnection = z.strictObject({
  host: yardHost(),
  port: z._default(int(1, 65_535), 502),
  framing: z._default(z.enum(['tcp', 'rtu']), 'tcp'),
  unit: z._default(int(0, 247), 1),
  red: z.optional(register),
  green: z.optional(register),
  barrier: z.optional(register),
  /** Number of the discrete input of the loop under the barrier: on while a vehicle is over it. */
  loop: z.optional(register),
})
export type ModbusRelayConnection = z.output<typeof modbusRelayConnection>

/** A board that is switched by an address: `{channel}` becomes the sign of the channel, `{on}` 1 or 0. */
export const httpRelayConnection = z.strictObject({
  url: z
    .string()
    .check(
      z.maxLength(500),
      z.regex(/^http:\/\/[^\s@]+$/, 'Адрес реле http://…'),
      z.regex(/\{channel\}.*\{on\}|\{on\}.*\{channel\}/, 'В адресе нужны {channel} и {on}'),
    ),
  red: z.optional(sign),
  green: z.optional(sign),
  barrier: z.optional(sign),
})
export type HttpRelayConnection = z.output<typeof httpRelayConnection>

export const relayConnections = { modbus: modbusRelayConnection, http: httpRelayConnection }

/** A barrier that opens by a touch of its button is held this long, milliseconds. */
export const pulse = int(50, 5000)

/** A person's command: it holds for a minute, then the post's own rule takes over again. */
export const relayOrder = z.strictObject({
  post: int(1, 99),
  channel: z.enum(relayChannels),
  on: z.boolean(),
  pulse_ms: z.nullable(pulse),
  by: z.nullable(id('user')),
})
export type RelayOrder = z.output<typeof relayOrder>

/** How the lamp and the barrier of a post stand; `loop` null = there is no loop. */
export const relayState = z.strictObject({
  red: z.boolean(),
  green: z.boolean(),
  barrier: z.boolean(),
  loop: z.nullable(z.boolean()),
})
export type RelayState = z.output<typeof relayState>

/** The lines of a weighing slip; the printer of the post is next to the scale. */
export const ticketOrder = z.strictObject({
  post: int(1, 99),
  host: text(100),
  port: int(1, 65_535),
  columns: int(20, 96),
  /** Null on a test slip. */
  transaction_id: z.nullable(id('transaction')),
  /** 1 = the first; from the second one it carries «КОПИЯ». */
  copy: count,
  title: text(100),
  lines: list(
    z.strictObject({ name: text(60, 0), value: text(200, 0), strong: z.optional(z.boolean()) }),
    30,
  ),
  /** Text of the QR code that opens the record. */
  qr: text(512),
})
export type TicketOrder = z.output<typeof ticketOrder>
