import * as z from 'zod/mini'
import { cameraPassword } from './camera-connection.ts'
import { int, list, text } from '../core/shapes.ts'
import { yardHost } from './yard-address.ts'

const deviceText = (max: number) => z.string().check(z.maxLength(max))

/** Without an address the network is asked who is there; with one that camera is asked for its pictures and streams. */
export const cameraSearchParams = z.strictObject({
  address: z.optional(z.strictObject({ host: yardHost(), port: int(1, 65_535) })),
  user: z.optional(text(60)),
  password: cameraPassword,
})
export type CameraSearchParams = z.output<typeof cameraSearchParams>

/** One way to look through a camera; the addresses fit a camera's `connection.url`, without user and password. */
const cameraProfile = z.strictObject({
  name: deviceText(60),
  width: z.nullable(int(0, 100_000)),
  height: z.nullable(int(0, 100_000)),
  snapshot_url: z.nullable(deviceText(300)),
  stream_url: z.nullable(deviceText(300)),
})
export type CameraProfile = z.output<typeof cameraProfile>

/** ONVIF cameras of the yard's network; `profiles` only of the one that was asked. Sized to fit one link message. */
export const foundCameras = z.strictObject({
  cameras: list(
    z.strictObject({
      host: deviceText(253),
      port: int(1, 65_535),
      name: deviceText(60),
      profiles: list(cameraProfile, 12),
    }),
    30,
  ),
})
export type FoundCameras = z.output<typeof foundCameras>
