import * as z from 'zod/mini'
import { SPEEDS } from './clock.ts'
import type { DigestAlgorithm } from './cameras/digest.ts'
import { FORMAT_NAMES, type FormatName } from './scale/formats.ts'

/** Who may look through the cameras, and which Digest they demand. */
export interface CameraAccess {
  user: string
  password: string
  /** `by-path`: MD5 on Hikvision's and Axis' addresses, SHA-256 on Dahua's. */
  digest: DigestAlgorithm | 'by-path'
}

/** Everything that can be set; port 0 means a free one. */
export interface YardOptions {
  controlPort: number
  cameraPort: number
  rtspPort: number
  /** UDP. */
  discoveryPort: number
  /** Where the plate camera at the entry posts its events; null = it waits to be asked. */
  pushTo: string | null
  relayPort: number
  printerPort: number
  /** One for each post, in the order of the posts. */
  scalePorts: number[]
  /** How the indicator of each post speaks. */
  scaleFormats: FormatName[]
  camera: CameraAccess
  speed: number
  seed: number
}

const POST_COUNT = 3
/** devices.md 1.5. */
const FORMATS: FormatName[] = ['tenso-m', 'massa-k', 'and18']

/** Not a secret: the yard listens on loopback only and shows drawn pictures. */
const CAMERA_USER = 'yard'
const CAMERA_PASSWORD = 'yard-camera'

const portShape = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))

const environmentShape = z.object({
  YARD_PORT: z._default(portShape, 0),
  YARD_CAMERA_PORT: z.optional(portShape),
  YARD_RTSP_PORT: z.optional(portShape),
  YARD_DISCOVERY_PORT: z.optional(portShape),
  YARD_PUSH_TO: z.optional(
    z.string().check(z.regex(/^http:\/\/(127\.0\.0\.1|localhost):\d+\//, 'only this machine')),
  ),
  YARD_RELAY_PORT: z.optional(portShape),
  YARD_PRINTER_PORT: z.optional(portShape),
  YARD_SCALE_PORTS: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown[] => text.split(',')),
      ),
      z.array(portShape).check(z.length(POST_COUNT)),
    ),
  ),
  YARD_SCALE_FORMATS: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown[] => text.split(',')),
      ),
      z.array(z.enum(FORMAT_NAMES)).check(z.length(POST_COUNT)),
    ),
    FORMATS,
  ),
  YARD_CAMERA_USER: z._default(z.string().check(z.minLength(1), z.maxLength(60)), CAMERA_USER),
  YARD_CAMERA_PASSWORD: z._default(
    z.string().check(z.minLength(1), z.maxLength(120)),
    CAMERA_PASSWORD,
  ),
  YARD_CAMERA_DIGEST: z._default(z.enum(['by-path', 'MD5', 'SHA-256']), 'by-path'),
  YARD_SPEED: z._default(
    z.coerce.number().check(z.minimum(SPEEDS.least), z.maximum(SPEEDS.most)),
    SPEEDS.least,
  ),
  YARD_SEED: z._default(z.coerce.number().check(z.int()), 1),
})

/** What tests start from: free ports, the wall's speed, seed 1. */
export const defaultOptions: YardOptions = readOptions({})

/**
 * With a fixed control port the others follow it: cameras + 1, scales + 2 … + 4, relays + 5,
 * printer + 6, RTSP + 7, discovery + 8; throws naming a bad value.
 */
export function readOptions(environment: Record<string, string | undefined>): YardOptions {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const parsed = environmentShape.safeParse(Object.fromEntries(set))
  if (!parsed.success) throw new Error(`Yard settings: ${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const beside = (offset: number) => (env.YARD_PORT === 0 ? 0 : env.YARD_PORT + offset)
  const besideCameras = Array.from({ length: POST_COUNT }, (_, i) => beside(2 + i))
  return {
    controlPort: env.YARD_PORT,
    cameraPort: env.YARD_CAMERA_PORT ?? beside(1),
    rtspPort: env.YARD_RTSP_PORT ?? beside(4 + POST_COUNT),
    discoveryPort: env.YARD_DISCOVERY_PORT ?? beside(5 + POST_COUNT),
    pushTo: env.YARD_PUSH_TO ?? null,
    relayPort: env.YARD_RELAY_PORT ?? beside(2 + POST_COUNT),
    printerPort: env.YARD_PRINTER_PORT ?? beside(3 + POST_COUNT),
    scalePorts: env.YARD_SCALE_PORTS ?? besideCameras,
    scaleFormats: env.YARD_SCALE_FORMATS,
    camera: {
      user: env.YARD_CAMERA_USER,
      password: env.YARD_CAMERA_PASSWORD,
      digest: env.YARD_CAMERA_DIGEST,
    },
    speed: env.YARD_SPEED,
    seed: env.YARD_SEED,
  }
}

/** The settings this process was started with; a bad one ends it in words, without the place in the code. */
export function readEnvironment() {
  try {
    return readOptions(process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
