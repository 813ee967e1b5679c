import * as z from 'zod/mini'
import { plateReading, reading } from '#contract/device/reading.ts'
import { relayState } from '#contract/device/relay.ts'
import { deviceStates, serverMessage } from '#contract/device/agent-link.ts'

const uuid = z.uuid()
const answerFields = { id: uuid }

const deviceWord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    deviceId: uuid,
    settled: z.optional(z.object({ episode_id: z.string(), peak_g: z.number() })),
  }),
  z.object({ type: z.literal('weight'), deviceId: uuid, reading, lateMs: z.number() }),
  z.object({ type: z.literal('relay'), deviceId: uuid, state: relayState }),
  z.object({ type: z.literal('plate'), deviceId: uuid, reading: plateReading }),
  z.object({
    type: z.literal('line'),
    deviceId: uuid,
    line: z.object({ bad_frames_hour: z.number(), frames_per_second: z.number() }),
  }),
  z.object({
    type: z.literal('state'),
    deviceId: uuid,
    state: z.object({ status: z.enum(deviceStates), detail: z.string(), seenAt: z.string() }),
  }),
])

/** Messages about its own links that a process sends to its followers. */
export const peerNews = z.discriminatedUnion('news', [
  z.object({ news: z.literal('linked'), agentId: uuid, companyId: uuid, siteId: uuid }),
  z.object({ news: z.literal('unlinked'), agentId: uuid }),
  /** `sentAt`: monotonic milliseconds of the sender. */
  z.object({ news: z.literal('told'), agentId: uuid, word: deviceWord, sentAt: z.number() }),
  z.object({
    news: z.literal('answer'),
    ...answerFields,
    ok: z.literal(true),
    body: z.optional(z.unknown()),
  }),
  z.object({
    news: z.literal('refusal'),
    ...answerFields,
    code: z.string(),
    message: z.string(),
    retryAfterSeconds: z.optional(z.number()),
  }),
])
export type PeerNews = z.output<typeof peerNews>

/** A follower's request to the process that holds the links; every request is answered. */
export const peerRequest = z.discriminatedUnion('ask', [
  z.object({
    ask: z.literal('agent'),
    ...answerFields,
    agentId: uuid,
    asked: z.object({ call: z.string(), params: z.unknown() }),
    deadlineMs: z.number(),
  }),
  z.object({ ask: z.literal('send'), ...answerFields, agentId: uuid, message: serverMessage }),
  z.object({
    ask: z.literal('close'),
    ...answerFields,
    agentId: uuid,
    code: z.number(),
    reason: z.string(),
  }),
  /** From here on only weights of watched scales are sent; a follower of an older release, which gets all, never asks it. */
  z.object({ ask: z.literal('choose'), ...answerFields }),
  /** Answered behind what the process remembers of the scale. */
  z.object({ ask: z.literal('watch'), ...answerFields, agentId: uuid, deviceId: uuid }),
  z.object({ ask: z.literal('unwatch'), ...answerFields, agentId: uuid, deviceId: uuid }),
  /** Whether the process waits for a picture, and the picture itself. */
  z.object({ ask: z.literal('expects'), ...answerFields, agentId: uuid, blobId: uuid }),
  z.object({
    ask: z.literal('picture'),
    ...answerFields,
    agentId: uuid,
    blobId: uuid,
    jpeg: z.base64(),
  }),
])
export type PeerRequest = z.output<typeof peerRequest>

/** The parsed message; undefined when this process does not understand it, since another release may send other kinds. */
export function readPeer<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
