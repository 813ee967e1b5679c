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

const PORT = 'нужен порт от 0 до 65535'
const portShape = z.coerce
  .number(PORT)
  .check(z.int(PORT), z.minimum(0, PORT), z.maximum(65_535, PORT))
const PER_POST = `нужно по одному на пост, всего ${POST_COUNT}, через запятую`
const SPEED = `нужно число от ${SPEEDS.least} до ${SPEEDS.most}`
const SEED = 'нужно целое число'
const CAMERA = 'нужно не пустое и не длиннее 60 знаков'

const environmentShape = z.object({
  YARD_PORT: z._default(portShape, 0),
  YARD_CAMERA_PORT: z.optional(portShape),
  YARD_RTSP_PORT: z.optional(portShape),
  YARD_DISCOVERY_PORT: z.optional(portShape),
  YARD_PUSH_TO: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^http:\/\/(127\.0\.0\.1|localhost):\d+\//,
          'нужен адрес этого компьютера: http://127.0.0.1:порт/…',
        ),
      ),
  ),
  YARD_RELAY_PORT: z.optional(portShape),
  YARD_PRINTER_PORT: z.optional(portShape),
  YARD_SCALE_PORTS: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown[] => text.split(',')),
      ),
      z.array(portShape).check(z.length(POST_COUNT, PER_POST)),
    ),
  ),
  YARD_SCALE_FORMATS: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown[] => text.split(',')),
      ),
      z
        .array(z.enum(FORMAT_NAMES, `возможны ${FORMAT_NAMES.join(', ')}`))
        .check(z.length(POST_COUNT, PER_POST)),
    ),
    FORMATS,
  ),
  YARD_CAMERA_USER: z._default(
    z.string().check(z.minLength(1, CAMERA), z.maxLength(60, CAMERA)),
    CAMERA_USER,
  ),
  YARD_CAMERA_PASSWORD: z._default(
    z.string().check(z.minLength(1, CAMERA), z.maxLength(60, CAMERA)),
    CAMERA_PASSWORD,
  ),
  YARD_CAMERA_DIGEST: z._default(
    z.enum(['by-path', 'MD5', 'SHA-256'], 'возможны by-path, MD5, SHA-256'),
    'by-path',
  ),
  YARD_SPEED: z._default(
    z.coerce.number(SPEED).check(z.minimum(SPEEDS.least, SPEED), z.maximum(SPEEDS.most, SPEED)),
    SPEEDS.least,
  ),
  YARD_SEED: z._default(z.coerce.number(SEED).check(z.int(SEED)), 1),
})

/** What tests start from: free ports, the wall's speed, seed 1. */
export const defaultOptions: YardOptions = readOptions({})

/**
 * With a fixed control port the others follow it: cameras + 1, scales + 2 … + 4, relays + 5,
 * printer + 6, RTSP + 7, discovery + 8; throws a line for each bad value.
 */
export function readOptions(environment: Record<string, string | undefined>): YardOptions {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const parsed = environmentShape.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message}`)
    throw new Error(['Неверные настройки:', ...new Set(lines)].join('\n'))
  }
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
