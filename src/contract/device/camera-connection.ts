import * as z from 'zod/mini'
import { secret } from '../secret-shapes.ts'
import { int, text } from '../core/shapes.ts'

const user = z.optional(text(60))
/** Write-only on every screen. */
export const cameraPassword = z.optional(secret(0, 100))
const password = cameraPassword
const address = (scheme: RegExp, hint: string) =>
  z.string().check(z.maxLength(500), z.regex(scheme, hint))
const httpAddress = address(/^https?:\/\/[^\s@]+$/, 'Адрес вида http://…, без имени и пароля')

/** A still picture by GET: the makers' addresses stand in devices.md 5. */
const snapshotConnection = z.strictObject({ url: httpAddress, user, password })

/** A live stream that ffmpeg reads; the password is put into the address only on its way to ffmpeg. */
const rtspConnection = z.strictObject({
  url: address(/^rtsp:\/\/[^\s@]+$/, 'Адрес вида rtsp://…, без имени и пароля'),
  user,
  password,
})

/** How each camera driver is reached. */
export const cameraConnections = { snapshot: snapshotConnection, rtsp: rtspConnection } as const
export type CameraDriverName = keyof typeof cameraConnections
/** Without the driver's own rule for the scheme. */
export type CameraConnection = z.output<typeof snapshotConnection>

const camera = int(1, 99)
/** A part of the picture, pixels. */
const roi = z.optional(
  z.strictObject({
    x: int(0, 20_000),
    y: int(0, 20_000),
    width: int(32, 20_000),
    height: int(32, 20_000),
  }),
)

/** Which camera the embedded recogniser looks through and, when narrowed, at which part of the picture. */
const ppocrConnection = z.strictObject({ camera, roi })

/** A service that reads plates out of a picture: POST of the JPEG, answer `{results: [{plate, score}]}`. */
const httpPlateConnection = z.strictObject({
  camera,
  url: address(/^https?:\/\/[^\s@]+$/, 'Адрес службы распознавания http://…'),
  /** Sent as a bearer. */
  password,
})

/** `url` is the camera's own origin; in push mode only that address may send events to the agent. */
const hikvisionConnection = z.strictObject({
  url: httpAddress,
  user,
  password,
  mode: z._default(z.enum(['pull', 'push']), 'pull'),
})

/** `via`: files with events, or events alone where a firmware has no pictures in its stream. */
const dahuaConnection = z.strictObject({
  url: httpAddress,
  user,
  password,
  via: z._default(z.enum(['attachFileProc', 'eventManager']), 'attachFileProc'),
})

/** How each plate camera driver is reached (devices.md 5.1, 5.2, 6.1). */
export const plateConnections = {
  ppocr: ppocrConnection,
  http: httpPlateConnection,
  hikvision: hikvisionConnection,
  dahua: dahuaConnection,
} as const
export type PlateDriverName = keyof typeof plateConnections
export type PlateConnection = {
  [D in PlateDriverName]: { driver: D } & z.output<(typeof plateConnections)[D]>
}[PlateDriverName]
