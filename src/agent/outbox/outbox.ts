import { join } from 'node:path'
import type { EventBody, EventType } from '#contract/device/agent-events.ts'
import type { AgentMessage } from '#contract/device/agent-link.ts'
import type { Clock } from '../clock.ts'
import { ulidSource } from '../ulid.ts'
import { eventStore } from './event-store.ts'
import { atOnce, openDatabase } from './open-database.ts'
import { photoStore, type PhotoStore } from './photo-store.ts'
import { loadStore, type LoadStore } from './load-store.ts'

export interface Outbox {
  /** Ids of events and loads: they only grow, over restarts too. */
  newId(): string
  /**
   * On the disk when it answers the event's id; sent at once when there is a link. A full disk costs the event, never the
   * agent.
   */
  note<T extends EventType>(type: T, deviceId: string | null, body: EventBody<T>): string
  /** Several notes that stand together or not at all. */
  together(work: () => void): void
  readonly photos: PhotoStore
  readonly loads: LoadStore
  /** A new link: all that was never acknowledged goes out again, in order. */
  linkOpened(): void
  acknowledged(eventIds: readonly string[]): void
  /** Whether the server has acknowledged every event. */
  isEmpty(): boolean
  /** What gave way to newer things, for `hello`. */
  dropped(): { events: number; photos: number }
  close(): void
}

/** Few enough that they never hold up the weight on a slow uplink; the contract allows a hundred. */
const UNDERWAY = 16

/** Keeps what happened until the server has it (devices.md 1.3): in order, at least once, over restarts of either side. */
export function openOutbox(
  dir: string,
  clock: Clock,
  send: (message: AgentMessage) => boolean,
): Outbox {
  const database = openDatabase(join(dir, 'outbox.sqlite'))
  const events = eventStore(database, clock.wall)
  const photos = photoStore(database, join(dir, 'photos'), clock.wall)
  const newId = ulidSource(clock.wall, events.lastId())
  const underway = new Set<string>()
  let lastSent = ''
  let lost = 0

  function pump(): void {
    if (underway.size >= UNDERWAY) return
    for (const event of events.after(lastSent, UNDERWAY - underway.size)) {
      if (!send({ msg: 'evt', ...event } as AgentMessage)) return
      lastSent = event.event_id
      underway.add(event.event_id)
    }
  }

  /** A disk that takes nothing must not stop the weighing. */
  function survive(work: () => void): void {
    try {
      work()
    } catch (error) {
      lost++
      console.error('The outbox could not write', error)
    }
  }

  return {
    newId,
    photos,
    loads: loadStore(database),
    note(type, device_id, body) {
      const event_id = newId()
      const at = new Date(clock.wall()).toISOString()
      const event = { event_id, type, at, device_id, body }
      if (database.isTransaction) events.add(event)
      else {
        survive(() => atOnce(database, () => events.add(event)))
        pump()
      }
      return event_id
    },
    together(work) {
      survive(() => atOnce(database, work))
      pump()
    },
    linkOpened() {
      underway.clear()
      lastSent = ''
      pump()
    },
    acknowledged(eventIds) {
      survive(() => events.remove(eventIds))
      for (const id of eventIds) underway.delete(id)
      pump()
    },
    isEmpty: () => events.after('', 1).length === 0,
    dropped: () => ({ events: events.dropped() + lost, photos: photos.dropped() }),
    close: () => database.close(),
  }
}
