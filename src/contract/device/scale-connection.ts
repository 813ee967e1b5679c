import { ownValue } from '../core/own-value.ts'
import * as z from 'zod/mini'
import { int } from '../core/shapes.ts'
import * as all from '../scales/all.ts'
import type { Scale, ScaleFormat } from '../scales/form/scale-form.ts'
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

type Scales = (typeof all)[keyof typeof all]
export type ScaleDriverName = Scales['code']
type ScaleOf<D extends ScaleDriverName> = Extract<Scales, { code: D }>
export type ScaleSettings<D extends ScaleDriverName> = z.output<ScaleOf<D>['settings']>

/** Every scale driver. */
export const scales = Object.values(all) as readonly (Scale & { code: ScaleDriverName })[]
export const scaleDriverNames: readonly ScaleDriverName[] = scales.map(({ code }) => code)

const byCode = new Map(scales.map((one) => [one.code, one]))

export function scaleByCode(code: ScaleDriverName): Scale {
  return byCode.get(code)!
}

export function isScaleDriver(code: string): code is ScaleDriverName {
  return byCode.has(code as ScaleDriverName)
}

/** The format that these settings choose. */
export function formatOf(code: ScaleDriverName, settings: object): ScaleFormat {
  const { by, formats } = scaleByCode(code)
  const values = settings as Readonly<Record<string, unknown>>
  return ownValue(formats, by ? String(values[by.key]) : '') ?? Object.values(formats)[0]!
}

/** A driver with its settings, as one value. */
export type ScaleChoice = {
  [D in ScaleDriverName]: { driver: D; settings: ScaleSettings<D> }
}[ScaleDriverName]

/** How a scale is reached and understood. */
export type ScaleConnection = { transport: ScaleTransport } & ScaleChoice

/** `connection` of a scale with this driver. */
export function scaleConnectionOf<D extends ScaleDriverName>(driver: D) {
  return z.strictObject({ transport: scaleTransport, settings: scaleSettingsOf(driver) })
}

export function scaleSettingsOf<D extends ScaleDriverName>(driver: D) {
  return scaleByCode(driver).settings as ScaleOf<D>['settings']
}

/** What detection tries of a driver, with what the makers' settings leave out. */
export function detectionChoices({ code, by, formats, settings }: (typeof scales)[number]) {
  return Object.entries(formats).flatMap(([name, { detection }]) =>
    detection.map(({ settings: own, checksummed }) => {
      const whole = settings.parse({ ...(by && { [by.key]: name }), ...own })
      return { choice: { driver: code, settings: whole } as ScaleChoice, checksummed }
    }),
  )
}

/** One member for each driver, distinguished by their `driver`. */
export function scaleUnion<T extends z.core.$ZodTypeDiscriminable>(
  member: (scale: (typeof scales)[number]) => z.ZodMiniType,
) {
  return z.discriminatedUnion('driver', scales.map(member) as unknown as [T])
}
