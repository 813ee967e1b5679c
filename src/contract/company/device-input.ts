import * as z from 'zod/mini'
import { deviceCode } from '../device/reading.ts'
import {
  cameraConnections,
  plateConnections,
  type CameraDriverName,
  type PlateDriverName,
} from '../device/camera-connection.ts'
import { relayConnections, type relayDriverNames } from '../device/relay.ts'
import { scaleConnectionOf, scaleUnion, type ScaleDriverName } from '../device/scale-connection.ts'
import { HEARD_BYTES } from '../device/scale-detection.ts'
import * as s from '../core/shapes.ts'

const deviceBase = {
  id: z.optional(s.id('device')),
  site_id: z.optional(s.id('site')),
  /** Post by its number, since a post added in the same save has no id yet. */
  post: z.nullish(deviceCode),
  code: deviceCode,
  title: s.text(60),
  driver: s.text(40),
  disabled: z.optional(z.boolean()),
}
const scaleGrams = s.int(0, 1_000_000_000)

/** The connection's shape follows the driver. */
const scaleInput = <D extends ScaleDriverName>(driver: D) =>
  z.strictObject({
    ...deviceBase,
    kind: z.literal('scale'),
    driver: z.literal(driver),
    connection: z.optional(scaleConnectionOf(driver)),
    max_g: scaleGrams,
    min_g: z.optional(scaleGrams),
    d_g: s.int(1, 1_000_000),
    e_g: s.int(1, 1_000_000),
    zero_band_g: z.optional(scaleGrams),
    presence_g: z.optional(scaleGrams),
    /** Bytes of the line with a load on the scale, and the weight that the indicator shows: proof of a typed-in layout. */
    shown: z.optional(
      z.strictObject({
        raw: z.string().check(z.maxLength(2 * HEARD_BYTES), z.regex(/^([0-9a-f]{2})*$/)),
        weight_g: scaleGrams,
      }),
    ),
    verification_until: z.nullish(s.day),
    verification_doc: z.nullish(s.text(100)),
  })
type ScaleInput = {
  [D in ScaleDriverName]: ReturnType<typeof scaleInput<D>>
}[ScaleDriverName]

const cameraInput = <D extends CameraDriverName>(driver: D) =>
  z.strictObject({
    ...deviceBase,
    kind: z.literal('camera'),
    driver: z.literal(driver),
    connection: z.optional(cameraConnections[driver]),
  })

const plateInput = <D extends PlateDriverName>(driver: D) =>
  z.strictObject({
    ...deviceBase,
    kind: z.literal('plate_camera'),
    driver: z.literal(driver),
    connection: z.optional(plateConnections[driver]),
  })

const relayInput = <D extends (typeof relayDriverNames)[number]>(driver: D) =>
  z.strictObject({
    ...deviceBase,
    kind: z.literal('relay'),
    driver: z.literal(driver),
    connection: z.optional(relayConnections[driver]),
  })

export const deviceInput = z.discriminatedUnion('kind', [
  scaleUnion<ScaleInput>(({ code }) => scaleInput(code)),
  z.discriminatedUnion('driver', [cameraInput('snapshot'), cameraInput('rtsp')]),
  z.discriminatedUnion('driver', [
    plateInput('ppocr'),
    plateInput('http'),
    plateInput('hikvision'),
    plateInput('dahua'),
  ]),
  z.discriminatedUnion('driver', [relayInput('modbus'), relayInput('http')]),
])
