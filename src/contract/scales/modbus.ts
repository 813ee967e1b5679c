import * as z from 'zod/mini'
import { int, list } from '../core/shapes.ts'
import { choice, period, scaleOfFormats, unit, whole } from './form/scale-form.ts'

const register = int(0, 65_535)
const bit = int(0, 15)
const bits = list(bit, 16)

/** A register map typed in by the installer; every `reg` counts from `start`. */
const registerMap = z
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
export type RegisterMap = z.output<typeof registerMap>

const settings = {
  /** `tcp` is Modbus/TCP; `rtu` goes over a serial line or a serial device server. */
  framing: choice('Обрамление', { rtu: 'RTU', tcp: 'Modbus/TCP' }),
  address: whole('Адрес индикатора', [1, 247], 1),
  /** Digits after the point of the displayed weight. */
  decimals: whole('Знаков после запятой', [0, 6], 0),
  unit: unit(),
  period_ms: period(),
}
const registersHint =
  'На индикаторе задайте адрес, скорость и порядок слов. Регистр веса — брутто: по числу нетто не отличить. 9600 8N1, по сети порт 502.'
/** Question and answer with three registers. */
const BYTES = 21
const asked = { bytes: () => BYTES }

/** Registers by a profile that is data (devices.md 3.8). */
export const modbus = scaleOfFormats({
  code: 'modbus',
  title: 'Modbus',
  by: { key: 'profile', label: 'Карта регистров' },
  formats: {
    laumas: {
      title: 'Laumas',
      hint: 'На индикаторе задайте адрес и скорость. Читается брутто, даже если показано нетто. 9600 8N1, по сети порт 502.',
      settings,
      asked,
      detection: [
        { settings: { framing: 'rtu' }, checksummed: true },
        { settings: { framing: 'tcp' }, checksummed: true },
      ],
    },
    float32: {
      title: 'Вес float32 в первом регистре',
      hint: registersHint,
      settings,
      asked,
      detection: [{ settings: { framing: 'rtu' }, checksummed: true }],
    },
    custom: {
      title: 'Своя карта',
      hint: registersHint,
      settings: {
        ...settings,
        custom: {
          label: 'Карта',
          shape: registerMap,
          start: { fc: 3, start: 0, count: 2, gross: { reg: 0, type: 'i32', words: 'high_first' } },
          input: { kind: 'part', part: 'register-map' },
        },
      },
      asked: {
        bytes: ({ custom }) => BYTES + 2 * ((custom as RegisterMap).count - 3),
      },
      detection: [],
    },
  },
})
