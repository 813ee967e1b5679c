import { detectedScales } from './scale-detection.ts'
import { detectParams } from './scale-detection.ts'
import * as z from 'zod/mini'
import { base64url } from './agent-enrol.ts'
import { cameraSearchParams, foundCameras } from './camera-search.ts'
import { deviceCode, plateReading, reading, ulid } from './reading.ts'
import { relayOrder, relayState, ticketOrder } from './relay.ts'
import { watchedTraffic, watchParams, lineQuality } from './scale-terminal.ts'
import { bp, count, id, instant, int, list, text } from '../core/shapes.ts'

/** A text message on the link is at most this many bytes; pictures go by PUT beside it (devices.md 1.2). */
export const MAX_LINK_MESSAGE = 16_384
/** A picture that the agent may upload, bytes (devices.md 1.2). */
export const MAX_AGENT_BLOB = 5 * 1024 * 1024
/** Why a side closed the link: 4001 a second socket, 4003 revoked, 4008 the agent is too old. */
export const linkClose = { replaced: 4001, revoked: 4003, outdated: 4008 } as const
/** `aud` of the agent's own 60-second EdDSA token. */
export const AGENT_AUDIENCE = 'priyomka-agent'

/** A rev of the configuration: grows with every change of the site's devices. */
const rev = int(0, Number.MAX_SAFE_INTEGER)

const deviceBase = { device_id: id('device'), code: deviceCode, driver: text(40) }
const weightBound = int(0, 1_000_000_000)
/** JSON that the agent checks with the driver's own schema, so that an unknown driver spoils one device only. */
const connection = z.record(z.string().check(z.maxLength(40)), z.unknown())

/** One device of the site, with the limits of domain.md 2.1; posts belong to scales and plate cameras. */
const configDevice = z.discriminatedUnion('kind', [
  z.strictObject({
    ...deviceBase,
    kind: z.literal('scale'),
    post: deviceCode,
    connection,
    max_g: weightBound,
    min_g: weightBound,
    d_g: int(1, 1_000_000),
    e_g: int(1, 1_000_000),
    zero_band_g: weightBound,
    presence_g: weightBound,
    /** 32 bytes that sign the readings of this scale. */
    agent_key: base64url(43, 43),
  }),
  z.strictObject({
    ...deviceBase,
    kind: z.literal('camera'),
    post: z.optional(z.nullable(deviceCode)),
    connection,
  }),
  z.strictObject({
    ...deviceBase,
    kind: z.enum(['plate_camera', 'relay']),
    post: deviceCode,
    connection,
  }),
])
export type ConfigDevice = z.output<typeof configDevice>

/** The company's settings that the agent needs (modules_cfg of domain.md 13.1). */
const agentRules = z.strictObject({
  stab_frames: int(4, 100),
  stab_ms: int(500, 10_000),
  max_age_ms: int(500, 10_000),
  min_confidence_bp: bp,
  on_capture: list(deviceCode, 8),
})
export type AgentRules = z.output<typeof agentRules>

export const agentConfig = z.strictObject({
  rev,
  devices: list(configDevice, 40),
  rules: agentRules,
})
export type AgentConfig = z.output<typeof agentConfig>

export const deviceStates = ['online', 'offline'] as const
const deviceState = {
  device_id: id('device'),
  status: z.enum(deviceStates),
  /** The Russian sentence for the post, empty when all is well. */
  detail: text(300, 0),
}
export type DeviceState = { device_id: string; status: 'online' | 'offline'; detail: string }

const requestBase = {
  msg: z.literal('req'),
  id: z.uuid(),
  deadline_ms: int(1, 10_000),
}
/** What the server asks of the agent. */
const linkRequest = z.discriminatedUnion('call', [
  z.strictObject({
    ...requestBase,
    call: z.literal('photo'),
    params: z.strictObject({ camera: deviceCode, blob_id: z.uuid() }),
  }),
  z.strictObject({
    ...requestBase,
    call: z.literal('plate'),
    params: z.strictObject({ post: deviceCode }),
  }),
  /** The plate camera looked at by who sets it up; its picture goes the way of `photo`. */
  z.strictObject({
    ...requestBase,
    call: z.literal('look'),
    params: z.strictObject({ post: deviceCode, blob_id: z.uuid() }),
  }),
  z.strictObject({
    ...requestBase,
    call: z.literal('zero'),
    params: z.strictObject({ post: deviceCode }),
  }),
  z.strictObject({ ...requestBase, call: z.literal('relay'), params: relayOrder }),
  z.strictObject({ ...requestBase, call: z.literal('print'), params: ticketOrder }),
  z.strictObject({ ...requestBase, call: z.literal('watch'), params: watchParams }),
  z.strictObject({ ...requestBase, call: z.literal('detect'), params: detectParams }),
  z.strictObject({ ...requestBase, call: z.literal('cameras'), params: cameraSearchParams }),
])
export type LinkRequest = z.output<typeof linkRequest>

/** Answer to `photo`: the JPEG itself went by PUT `agent/blob/{blob_id}` before this answer. */
const photoTaken = z.strictObject({ taken_at: instant, age_ms: count })
/** Answer to `look`; without a picture nothing went by PUT. */
const plateCheck = z.strictObject({ reading: plateReading, pictured: z.boolean() })
export type PlateCheck = z.output<typeof plateCheck>
const zeroDone = z.strictObject({ ok: z.literal(true) })

export const linkRefusals = [
  'device.offline',
  'device.not-configured',
  'common.not-found',
  'weighing.unstable',
  'common.bad-transition',
] as const
export type LinkRefusal = (typeof linkRefusals)[number]

const eventTypes = [
  'episode',
  'plate',
  'photo',
  'zero',
  'relay',
  'printed',
  'device_state',
] as const

/** Everything that the agent may say; the field `msg` tells which. */
export const agentMessage = z.discriminatedUnion('msg', [
  z.strictObject({
    msg: z.literal('hello'),
    v: z.literal(1),
    version: text(20),
    boot_id: z.uuid(),
    devices: list(z.strictObject(deviceState), 40),
    /** What never reached the server because the agent's disk was full or too old, since its first start. */
    dropped: z.optional(z.strictObject({ events: count, photos: count })),
  }),
  z.strictObject({ msg: z.literal('config_ok'), rev }),
  z.strictObject({
    msg: z.literal('config_bad'),
    rev,
    device_id: z.nullable(id('device')),
    message: text(300),
  }),
  /** `sent_at`: the agent's monotonic milliseconds, by which the server sees how long the line held it back. */
  z.strictObject({ msg: z.literal('weight'), reading, sent_at: z.optional(z.number()) }),
  z.strictObject({ msg: z.literal('plate'), device_id: id('device'), reading: plateReading }),
  z.strictObject({ msg: z.literal('state'), ...deviceState }),
  z.strictObject({ msg: z.literal('relay'), device_id: id('device'), state: relayState }),
  /** How good a scale's line is; every ten seconds. */
  z.strictObject({ msg: z.literal('line'), device_id: id('device'), ...lineQuality }),
  z.discriminatedUnion('ok', [
    z.strictObject({
      msg: z.literal('res'),
      id: z.uuid(),
      ok: z.literal(true),
      body: z.union([
        photoTaken,
        plateCheck,
        plateReading,
        zeroDone,
        watchedTraffic,
        detectedScales,
        foundCameras,
      ]),
    }),
    z.strictObject({
      msg: z.literal('res'),
      id: z.uuid(),
      ok: z.literal(false),
      code: z.enum(linkRefusals),
      message: text(300),
    }),
  ]),
  z.strictObject({
    msg: z.literal('evt'),
    event_id: ulid,
    type: z.enum(eventTypes),
    at: instant,
    device_id: z.nullable(id('device')),
    body: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
])
export type AgentMessage = z.output<typeof agentMessage>

/** Everything that the server may say to an agent. */
export const serverMessage = z.union([
  z.strictObject({ msg: z.literal('config'), ...agentConfig.shape }),
  linkRequest,
  z.strictObject({
    msg: z.literal('captured'),
    device_id: id('device'),
    episode_id: z.nullable(ulid),
    seq: count,
  }),
  z.strictObject({ msg: z.literal('ack'), event_ids: list(ulid, 100) }),
])
export type ServerMessage = z.output<typeof serverMessage>
