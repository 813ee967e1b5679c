import type { ServerMessage } from '#contract/device/agent-link.ts'
import type { PlateReading, Reading } from '#contract/device/reading.ts'
import type { RelayState } from '#contract/device/relay.ts'
import { scaleMemory, type ScaleMemory, type SettledLoad } from '../stream/scale-memory.ts'
import type { LinkRequests } from './link-requests.ts'
import { watchedScales, type WatchedScale } from './watched-scales.ts'

export const NO_LINK = 'Нет связи с площадкой'

/** One agent's open socket, here or in another process of this installation. */
export interface AgentLink {
  readonly companyId: string
  readonly siteId: string
  readonly agentId: string
  /** Another process holds the socket; what is asked goes by way of it. */
  readonly isRemote: boolean
  readonly ask: LinkRequests['ask']
  send(message: ServerMessage): void
  /** Has the weights of a scale sent here, with what is remembered of it; false when its process did not answer. */
  watch(deviceId: string): Promise<boolean>
  unwatch(deviceId: string): void
  /** Ends the socket and resolves when its devices are written down as offline. */
  close(code: number, reason: string): Promise<void>
}

/** The last state of a device that the link reported. */
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

/** A message of a link about one device; `begin` = another machine may number its readings differently. */
export type DeviceWord = { readonly deviceId: string } & (
  | { readonly type: 'begin'; readonly settled?: SettledLoad }
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

/** Events of this process's own links, for the other processes that follow it. */
export interface HubNews {
  linked(link: AgentLink): void
  unlinked(link: AgentLink): void
  told(link: AgentLink, word: DeviceWord): void
}

/** Links, latest readings and waiting pictures; what another process knows of its own links is here as well. */
export interface Hub {
  readonly links: ReadonlySet<AgentLink>
  readonly blobs: BlobRegistry
  readonly states: ReadonlyMap<string, LinkState>
  readonly lines: ReadonlyMap<string, LineQuality>
  /** How the lamps and barriers stand. */
  readonly relays: ReadonlyMap<string, RelayState>
  linkOf(companyId: string, siteId: string): AgentLink | undefined
  addLink(link: AgentLink): void
  /** The devices that it reported are offline at once, unless another link of the site has taken them over. */
  removeLink(link: AgentLink): void
  memory(deviceId: string): ScaleMemory
  /** Comes before a look at the memory of a scale: settled once it is up to date here, which it stays for some seconds. */
  watch(scale: WatchedScale): Promise<void>
  /** All words that another process needs to know a device as this one does. */
  messagesOf(deviceId: string): DeviceWord[]
  take(link: AgentLink, word: DeviceWord): void
  listen(deviceId: string, hear: (event: DeviceEvent) => void): () => void
  /** Sends the current state first, then the changes, until the returned function is called. */
  follow(news: HubNews): () => void
}

// Older than any screen may show: the usual bound of `max_age_ms` (devices.md 1.3).
const OLD_MS = 2000

type PublishedState = {
  -readonly [K in 'states' | 'lines' | 'relays']: Map<string, MapValue<Hub[K]>>
}
type MapValue<M> = M extends ReadonlyMap<string, infer V> ? V : never

/** The devices as one process sees them; after a restart everything is offline until its agent says `hello`. */
export function openHub(): Hub {
  const links = new Map<AgentLink, Set<string>>()
  const followers = new Set<HubNews>()
  const knowledge = deviceKnowledge()
  const { told, memory, learn, listen, isHeard } = knowledge
  const linkOf: Hub['linkOf'] = (companyId, siteId) =>
    links.keys().find((link) => link.companyId === companyId && link.siteId === siteId)
  const watches = watchedScales(linkOf, isHeard)

  return {
    get links() {
      return new Set(links.keys())
    },
    blobs: blobRegistry(),
    ...told,
    linkOf,
    memory,
    listen,
    watch: watches.watch,
    messagesOf: (deviceId) => messagesOf(deviceId, told, memory(deviceId)),
    addLink(link) {
      links.set(link, new Set())
      watches.followLink(link)
      if (!link.isRemote) for (const news of followers) news.linked(link)
    },
    removeLink(link) {
      const devices = links.get(link) ?? []
      links.delete(link)
      if (!link.isRemote) for (const news of followers) news.unlinked(link)
      if (!linkOf(link.companyId, link.siteId)) for (const id of devices) knowledge.loseDevice(id)
    },
    take(link, word) {
      links.get(link)?.add(word.deviceId)
      learn(word)
      if (!link.isRemote) for (const news of followers) news.told(link, word)
    },
    follow(news) {
      for (const [link, devices] of links) {
        if (link.isRemote) continue
        news.linked(link)
        for (const id of devices) {
          const words = messagesOf(id, told, memory(id))
          // Who wants to know what was before the last reading watches the scale.
          for (const word of words)
            if (word.type !== 'weight' || word === words.at(-1)) news.told(link, word)
        }
      }
      followers.add(news)
      return () => void followers.delete(news)
    },
  }
}

/** Pictures requested from an agent and not yet received: an id that was never requested is refused. */
interface BlobRegistry {
  expect(agentId: string, id: string): void
  /** Whether a picture of this agent is still waited for. */
  isExpected(agentId: string, id: string): boolean
  /** False when this agent was not asked for this picture, or sent it before. */
  deliver(agentId: string, id: string, bytes: Buffer): boolean
  /** Ends the waiting; the bytes when they came. */
  take(id: string): Buffer | undefined
}

function blobRegistry(): BlobRegistry {
  const expected = new Map<string, { agentId: string; bytes?: Buffer }>()
  const isExpected = (agentId: string, id: string) => {
    const place = expected.get(id)
    return place?.agentId === agentId && place.bytes === undefined
  }
  return {
    expect: (agentId, id) => void expected.set(id, { agentId }),
    isExpected,
    deliver(agentId, id, bytes) {
      if (!isExpected(agentId, id)) return false
      expected.get(id)!.bytes = bytes
      return true
    },
    take(id) {
      const place = expected.get(id)
      expected.delete(id)
      return place?.bytes
    },
  }
}

/** The last message of each device, and its listeners. */
function deviceKnowledge() {
  const memories = new Map<string, ScaleMemory>()
  const listeners = new Map<string, Set<(event: DeviceEvent) => void>>()
  const published: PublishedState = { states: new Map(), lines: new Map(), relays: new Map() }
  const memory = (deviceId: string) => {
    const existingMemory = memories.get(deviceId) ?? scaleMemory()
    memories.set(deviceId, existingMemory)
    return existingMemory
  }
  const tell = (deviceId: string, event: DeviceEvent) => {
    for (const hear of listeners.get(deviceId) ?? []) hear(event)
  }
  const learn = (word: DeviceWord): void => {
    const id = word.deviceId
    switch (word.type) {
      case 'begin':
        return void memories.set(id, scaleMemory(undefined, word.settled))
      case 'line':
        return void published.lines.set(id, word.line)
      case 'relay':
        published.relays.set(id, word.state)
        return tell(id, word)
      case 'state':
        published.states.set(id, word.state)
        return tell(id, word)
      case 'plate':
        return tell(id, word)
      case 'weight': {
        const { reading, lateMs } = word
        if (!memory(id).take(reading, lateMs)) return
        const age_ms = reading.age_ms + lateMs
        if (age_ms <= OLD_MS) tell(id, { type: 'weight', reading: { ...reading, age_ms } })
      }
    }
  }
  return {
    told: published,
    memory,
    learn,
    isHeard: (deviceId: string) => listeners.has(deviceId),
    loseDevice(deviceId: string) {
      published.lines.delete(deviceId)
      published.relays.delete(deviceId)
      const seenAt = new Date().toISOString()
      learn({ type: 'state', deviceId, state: { status: 'offline', detail: NO_LINK, seenAt } })
    },
    listen(deviceId: string, hear: (event: DeviceEvent) => void): () => void {
      const set = listeners.get(deviceId) ?? new Set()
      listeners.set(deviceId, set.add(hear))
      return () => {
        set.delete(hear)
        if (set.size === 0) listeners.delete(deviceId)
      }
    },
  }
}

/** What is known of a device, as the messages that would have reported it. */
function messagesOf(
  deviceId: string,
  { states, lines, relays }: PublishedState,
  memory: ScaleMemory,
): DeviceWord[] {
  const state = states.get(deviceId)
  const line = lines.get(deviceId)
  const relay = relays.get(deviceId)
  const { readings, settled } = memory.copy()
  return [
    { type: 'begin', deviceId, ...(settled && { settled }) },
    ...(state ? [{ type: 'state', deviceId, state } as const] : []),
    ...(line ? [{ type: 'line', deviceId, line } as const] : []),
    ...(relay ? [{ type: 'relay', deviceId, state: relay } as const] : []),
    ...readings.map(({ reading, age_ms }) => {
      const lateMs = age_ms - reading.age_ms
      return { type: 'weight', deviceId, reading, lateMs } as const
    }),
  ]
}
