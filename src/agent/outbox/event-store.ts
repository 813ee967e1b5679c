import type { DatabaseSync } from 'node:sqlite'
import type { EventType } from '#contract/device/agent-events.ts'

export interface StoredEvent {
  event_id: string
  type: EventType
  at: string
  device_id: string | null
  body: object
}

/**
 * What waits for the server, bounded in number and age; the oldest gives way and is counted, states of devices first: a line
 * that breaks every second fills the store in hours and must not cost a weight.
 */
export interface EventStore {
  add(event: StoredEvent): void
  /** Events after an id, oldest first. */
  after(eventId: string, limit: number): StoredEvent[]
  remove(eventIds: readonly string[]): void
  /** The greatest id ever added: a clock that steps back must not make smaller ones. */
  lastId(): string | undefined
  /** How many gave way since the agent was installed. */
  dropped(): number
}

// devices.md 1.3.
const MAX_EVENTS = 20_000
const MAX_AGE_MS = 30 * 24 * 3600 * 1000

export function eventStore(
  database: DatabaseSync,
  now: () => number,
  limit: number = MAX_EVENTS,
): EventStore {
  const insert = database.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)')
  const after = database.prepare('SELECT * FROM event WHERE event_id > ? ORDER BY event_id LIMIT ?')
  const remove = database.prepare('DELETE FROM event WHERE event_id = ?')
  const count = database.prepare('SELECT count(*) AS n FROM event')
  const dropOldest = database.prepare(
    `DELETE FROM event WHERE event_id IN
      (SELECT event_id FROM event ORDER BY type <> 'device_state', event_id LIMIT ?)`,
  )
  const dropOld = database.prepare('DELETE FROM event WHERE at < ?')
  const facts = factStore(database)
  let waiting = Number(count.get()!['n'])

  function makeRoom(): void {
    const old = dropOld.run(new Date(now() - MAX_AGE_MS).toISOString()).changes
    const excess = waiting - Number(old) + 1 - limit
    const dropped = Number(old) + (excess > 0 ? Number(dropOldest.run(excess).changes) : 0)
    waiting -= dropped
    if (dropped > 0) facts.raise('events_dropped', dropped)
  }

  return {
    add({ event_id, type, at, device_id, body }) {
      makeRoom()
      insert.run(event_id, type, at, device_id, JSON.stringify(body))
      waiting++
      facts.set('last_id', event_id)
    },
    after: (eventId, most) =>
      after.all(eventId, most).map((row) => ({
        ...(row as Omit<StoredEvent, 'body'>),
        body: JSON.parse(String(row['body'])) as object,
      })),
    remove(eventIds) {
      for (const id of eventIds) waiting -= Number(remove.run(id).changes)
    },
    lastId: () => facts.get('last_id'),
    dropped: () => Number(facts.get('events_dropped') ?? 0),
  }
}

/** Single values that outlive a restart. */
export function factStore(database: DatabaseSync) {
  const read = database.prepare('SELECT value FROM fact WHERE name = ?')
  const write = database.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)')
  const get = (name: string) => read.get(name)?.['value'] as string | undefined
  return {
    get,
    set: (name: string, value: string) => void write.run(name, value),
    raise: (name: string, by: number) => void write.run(name, String(Number(get(name) ?? 0) + by)),
  }
}
