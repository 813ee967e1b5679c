import type { ServerMessage } from '#contract/agent-link.ts'
import type { PlateReading, Reading } from '#contract/reading.ts'
import type { RelayState } from '#contract/relay.ts'
import { refuse } from '#http/refusal.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Services } from '../../services.ts'
import type { BlobDesk } from './blob-desk.ts'
import type { Asked, LinkRequests } from './link-requests.ts'
import { openHub } from './open-hub.ts'
import type { ScaleMemory } from './scale-memory.ts'

/** One agent's open socket, here or in another process of this installation. */
export interface AgentLink {
  readonly companyId: string
  readonly siteId: string
  readonly agentId: string
  /** Another process holds the socket; what is asked goes by way of it. */
  readonly isRemote: boolean
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

/** How good a scale's line is, as its agent counts. */
export interface LineQuality {
  readonly bad_frames_hour: number
  readonly frames_per_second: number
}

/** What a link tells of one device; `begin` = another machine may count its readings from elsewhere. */
export type DeviceWord = { readonly deviceId: string } & (
  | { readonly type: 'begin' }
  | { readonly type: 'weight'; readonly reading: Reading; readonly lateMs: number }
  | { readonly type: 'relay'; readonly state: RelayState }
  | { readonly type: 'plate'; readonly reading: PlateReading }
  | { readonly type: 'line'; readonly line: LineQuality }
  | { readonly type: 'state'; readonly state: LinkState }
)

export type DeviceEvent =
  | { readonly type: 'weight'; readonly reading: Reading }
  | { readonly type: 'relay'; readonly state: RelayState }
  | { readonly type: 'plate'; readonly reading: PlateReading }
  | { readonly type: 'state'; readonly state: LinkState }

/** What this process's own links do and tell, as other processes follow it. */
export interface HubNews {
  linked(link: AgentLink): void
  unlinked(link: AgentLink): void
  told(link: AgentLink, word: DeviceWord): void
}

/** Links, latest readings and waiting pictures; what another process knows of its own links is here as well. */
export interface Hub {
  readonly links: ReadonlySet<AgentLink>
  readonly blobs: BlobDesk
  readonly states: ReadonlyMap<string, LinkState>
  readonly lines: ReadonlyMap<string, LineQuality>
  /** How the lamps and barriers stand. */
  readonly relays: ReadonlyMap<string, RelayState>
  linkOf(companyId: string, siteId: string): AgentLink | undefined
  addLink(link: AgentLink): void
  /** The devices that it told of are offline at once, unless another link of the site has taken them over. */
  removeLink(link: AgentLink): void
  memory(deviceId: string): ScaleMemory
  take(link: AgentLink, word: DeviceWord): void
  listen(deviceId: string, hear: (event: DeviceEvent) => void): () => void
  /** Tells first what stands, then what changes, until the returned function is called. */
  follow(news: HubNews): () => void
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
