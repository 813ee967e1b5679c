import * as z from 'zod/mini'
import { int, list } from '../core/shapes.ts'
import { yardHost } from './yard-address.ts'

/** A port of this machine. */
const path = (shape: RegExp, hint: string) =>
  z.string().check(z.maxLength(120), z.regex(shape, hint))
const serialLine = {
  baud: z._default(z.literal([600, 1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]), 9600),
  bits: z._default(z.literal([7, 8]), 8),
  parity: z._default(z.enum(['none', 'even', 'odd']), 'none'),
  stop: z._default(z.literal([1, 2]), 1),
}

/** How the bytes of a scale come (devices.md 3.10); a network line is the recommended one. */
export const scaleTransport = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tcp'), host: yardHost(), port: int(1, 65_535) }),
  z.strictObject({
    type: z.literal('tty'),
    path: path(/^\/dev\/(?!.*\.\.)[\w./:+-]+$/, 'Порт вида /dev/ttyUSB0 или /dev/serial/by-id/…'),
    ...serialLine,
  }),
  z.strictObject({
    type: z.literal('windows_serial'),
    path: path(/^COM\d{1,3}$/, 'Порт вида COM3'),
    ...serialLine,
  }),
])
export type ScaleTransport = z.output<typeof scaleTransport>

const weightUnits = ['g', 'kg', 't'] as const
export type WeightUnit = (typeof weightUnits)[number]
/** Has to agree with the unit that a frame names; counts alone where it names none (devices.md 3.2, rule 3). */
const ownUnit = { unit: z.optional(z.enum(weightUnits)) }
/** For protocols whose frame names no unit. */
const unit = { unit: z._default(z.enum(weightUnits), 'kg') }
/** Milliseconds between two requests. */
const period = { period_ms: z._default(int(50, 500), 100) }

const register = int(0, 65_535)
const bit = int(0, 15)
const bits = list(bit, 16)

/** A register map typed in by the installer; every `reg` counts from `start`. */
const modbusProfile = z
  .strictObject({
    fc: z.literal([3, 4]),
    start: register,
    count: int(1, 32),
    status: z.optional(
      z.strictObject({
        reg: int(0, 31),
        stable: z.optional(bit),
        error: z._default(bits, []),
        overload: z._default(bits, []),
        underload: z._default(bits, []),
        negative: z.optional(bit),
      }),
    ),
    gross: z.strictObject({
      reg: int(0, 31),
      type: z.enum(['u16', 'i16', 'u32', 'i32', 'f32']),
      words: z._default(z.enum(['high_first', 'low_first']), 'high_first'),
    }),
    /** One register that zeroes the indicator when this value is written into it. */
    zero: z.optional(z.strictObject({ register, value: register })),
  })
  .check(
    z.refine(
      ({ count, gross, status }) =>
        gross.reg + (gross.type.endsWith('16') ? 1 : 2) <= count && (status?.reg ?? 0) < count,
      'Регистры веса и состояния лежат за пределами count',
    ),
  )
export type ModbusProfile = z.output<typeof modbusProfile>

const modbusLine = {
  /** `tcp` is Modbus/TCP; `rtu` goes over a serial line or a serial device server. */
  framing: z._default(z.enum(['rtu', 'tcp']), 'rtu'),
  address: z._default(int(1, 247), 1),
  /** Digits after the point of the displayed weight. */
  decimals: z._default(int(0, 6), 0),
  ...unit,
  ...period,
}

/** What can be set of each driver (devices.md 3.3 to 3.8), as the indicator's own menu has it. */
export const scaleSettings = {
  'tenso-m': z.strictObject({
    address: z._default(int(1, 159), 1),
    crc: z._default(z.boolean(), true),
    unit: z._default(z.enum(['kg', 't']), 'kg'),
    ...period,
  }),
  mettler: z.discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('continuous'),
      checksum: z._default(z.enum(['auto', 'on', 'off']), 'auto'),
      ...ownUnit,
    }),
    z.strictObject({
      format: z.literal('sics'),
      /** The indicator refuses to tell its tare because it has none. */
      no_tare: z._default(z.boolean(), false),
      ...period,
    }),
  ]),
  ascii: z.strictObject({
    format: z.enum(['cas22', 'cas10', 'and18', 'ricelake']),
    ...ownUnit,
  }),
  yaohua: z.strictObject({
    format: z.enum(['tf0', 'tf1', 'tf2', 'a12', 'cmd']),
    address: z._default(z.string().check(z.regex(/^[A-Z]$/, 'Адрес — буква от A до Z')), 'A'),
    ...unit,
    ...period,
  }),
  'massa-k': z.strictObject(period),
  modbus: z.discriminatedUnion('profile', [
    z.strictObject({ profile: z.enum(['laumas', 'float32']), ...modbusLine }),
    z.strictObject({ profile: z.literal('custom'), custom: modbusProfile, ...modbusLine }),
  ]),
} as const

export type ScaleDriverName = keyof typeof scaleSettings
export type ScaleSettings<D extends ScaleDriverName> = z.output<(typeof scaleSettings)[D]>
export const scaleDriverNames = Object.keys(scaleSettings) as ScaleDriverName[]

/** A driver with its settings, as one value. */
export type ScaleChoice = {
  [D in ScaleDriverName]: { driver: D; settings: ScaleSettings<D> }
}[ScaleDriverName]

/** How a scale is reached and understood. */
export type ScaleConnection = { transport: ScaleTransport } & ScaleChoice

/** `connection` of a scale with this driver. */
export function scaleConnectionOf<D extends ScaleDriverName>(driver: D) {
  return z.strictObject({ transport: scaleTransport, settings: scaleSettings[driver] })
}
