import type { ServerMessage } from '#contract/agent-link.ts'
import type { PlateReading, Reading } from '#contract/reading.ts'
import type { RelayState } from '#contract/relay.ts'
import { refuse } from '#http/refusal.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Services } from '../../services.ts'
import { blobDesk, type BlobDesk } from './blob-desk.ts'
import type { Asked, LinkRequests } from './link-requests.ts'
import { scaleMemory, type ScaleMemory } from './scale-memory.ts'

/** One agent's open socket. */
export interface AgentLink {
  readonly companyId: string
  readonly siteId: string
  readonly agentId: string
  readonly ask: LinkRequests['ask']
  send(message: ServerMessage): void
  /** Ends the socket and resolves when its devices are written down as offline. */
  close(code: number, reason: string): Promise<void>
}

/** What the link last said about a device. */
export interface LinkState {
  readonly status: 'online' | 'offline'
  readonly detail: string
  readonly seenAt: string
}

export type DeviceEvent =
  | { readonly type: 'weight'; readonly reading: Reading }
  | { readonly type: 'relay'; readonly state: RelayState }
  | { readonly type: 'plate'; readonly reading: PlateReading }
  | { readonly type: 'state'; readonly state: LinkState }

/** Links, latest readings and waiting pictures of this process; after a restart everything is offline until `hello`. */
export interface Hub {
  readonly links: Set<AgentLink>
  readonly blobs: BlobDesk
  readonly states: Map<string, LinkState>
  /** How good each scale's line is, as its agent counts. */
  readonly lines: Map<string, { bad_frames_hour: number; frames_per_second: number }>
  /** How the lamps and barriers stand. */
  readonly relays: Map<string, RelayState>
  linkOf(companyId: string, siteId: string): AgentLink | undefined
  memory(deviceId: string): ScaleMemory
  /** A new link starts with nothing: another machine may count its readings from elsewhere. */
  forget(deviceId: string): void
  tell(deviceId: string, event: DeviceEvent): void
  listen(deviceId: string, hear: (event: DeviceEvent) => void): () => void
}

const HUB = Symbol('device hub')

/** The process's hub; the first who asks makes it. */
export function hubOf(services: Services): Hub {
  const known = services.extra.get(HUB) as Hub | undefined
  if (known) return known
  const hub = openHub()
  services.extra.set(HUB, hub)
  return hub
}

function openHub(): Hub {
  const links = new Set<AgentLink>()
  const memories = new Map<string, ScaleMemory>()
  const listeners = new Map<string, Set<(event: DeviceEvent) => void>>()
  return {
    links,
    blobs: blobDesk(),
    states: new Map(),
    lines: new Map(),
    relays: new Map(),
    linkOf: (companyId, siteId) =>
      links.values().find((link) => link.companyId === companyId && link.siteId === siteId),
    memory(deviceId) {
      const memory = memories.get(deviceId) ?? scaleMemory()
      memories.set(deviceId, memory)
      return memory
    },
    forget: (deviceId) => void memories.delete(deviceId),
    tell(deviceId, event) {
      for (const hear of listeners.get(deviceId) ?? []) hear(event)
    },
    listen(deviceId, hear) {
      const set = listeners.get(deviceId) ?? new Set()
      listeners.set(deviceId, set.add(hear))
      return () => {
        set.delete(hear)
        if (set.size === 0) listeners.delete(deviceId)
      }
    },
  }
}

export const NO_LINK = 'Нет связи с площадкой'

/** The link of a site, or `device.offline`. */
export function needLink(services: Services, companyId: string, siteId: string): AgentLink {
  const link = hubOf(services).linkOf(companyId, siteId)
  return link ?? refuse('device.offline', { message: NO_LINK, retryAfterSeconds: 2 })
}

/** A picture as the agent took it. */
export interface TakenPicture {
  readonly jpeg: Buffer
  readonly taken_at: string
  readonly age_ms: number
}

/** Asks the agent for a picture; the bytes come beside the link (devices.md 1.2). */
export async function askPicture(
  services: Services,
  link: AgentLink,
  camera: number,
  deadlineMs: number,
): Promise<TakenPicture> {
  const { blobs } = hubOf(services)
  const id = uuidv7()
  blobs.expect(link.agentId, id)
  try {
    const asked: Asked = { call: 'photo', params: { camera, blob_id: id } }
    const taken = (await link.ask(asked, deadlineMs)) as { taken_at: string; age_ms: number }
    const jpeg = blobs.take(id)
    if (!jpeg) return refuse('device.offline', { message: 'Камера не отвечает' })
    return { jpeg, taken_at: taken.taken_at, age_ms: taken.age_ms }
  } finally {
    blobs.take(id)
  }
}
