import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { factStore } from './event-store.ts'

/**
 * A picture of a load, or of the empty scale beside zero, which its word of the zero names in place of a load; `event_id` is its
 * announcement, null while it is unknown whether the server needs it.
 */
export interface StoredPhoto {
  id: string
  episode_id: string
  device_id: string
  camera: number
  taken_at: string
  size: number
  event_id: string | null
}

/** Pictures that wait on the disk, bounded in bytes and age; the oldest gives way and is counted. */
export interface PhotoStore {
  add(photo: Omit<StoredPhoto, 'size' | 'event_id'>, jpeg: Uint8Array): void
  ofLoad(episodeId: string): StoredPhoto[]
  announce(id: string, eventId: string): void
  /** The oldest announced picture whose announcement has reached the server. */
  nextToSend(): StoredPhoto | undefined
  read(id: string): Promise<Uint8Array>
  remove(id: string): void
  /** The server does not want it, or it cannot be read. */
  giveUp(id: string): void
  dropped(): number
}

// devices.md 1.3.
const MAX_BYTES = 2 * 1024 ** 3
const MAX_AGE_MS = 14 * 24 * 3600 * 1000
const COLUMNS = 'id, episode_id, device_id, camera, taken_at, size, event_id'

export function photoStore(
  database: DatabaseSync,
  dir: string,
  now: () => number,
  maxBytes: number = MAX_BYTES,
): PhotoStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const facts = factStore(database)
  const insert = database.prepare('INSERT INTO photo VALUES (?, ?, ?, ?, ?, ?, NULL)')
  const ofLoad = database.prepare(`SELECT ${COLUMNS} FROM photo WHERE episode_id = ?`)
  const announce = database.prepare('UPDATE photo SET event_id = ? WHERE id = ?')
  const next = database.prepare(`SELECT ${COLUMNS} FROM photo WHERE event_id IS NOT NULL
    AND event_id NOT IN (SELECT event_id FROM event) ORDER BY event_id LIMIT 1`)
  const erase = database.prepare('DELETE FROM photo WHERE id = ?')
  const oldest = database.prepare(`SELECT ${COLUMNS} FROM photo ORDER BY taken_at LIMIT 1`)
  const sum = database.prepare('SELECT coalesce(sum(size), 0) AS bytes FROM photo')
  const fileOf = (id: string) => join(dir, `${id}.jpg`)
  removeStrays(dir, database)

  function remove(id: string): void {
    erase.run(id)
    rmSync(fileOf(id), { force: true })
  }

  function giveUp(id: string): void {
    remove(id)
    facts.raise('photos_dropped', 1)
  }

  function makeRoom(size: number): void {
    const tooOld = new Date(now() - MAX_AGE_MS).toISOString()
    for (;;) {
      const photo = oldest.get() as StoredPhoto | undefined
      const full = Number(sum.get()!['bytes']) + size > maxBytes
      if (!photo || !(full || photo.taken_at < tooOld)) return
      giveUp(photo.id)
    }
  }

  return {
    add({ id, episode_id, device_id, camera, taken_at }, jpeg) {
      makeRoom(jpeg.length)
      writeFileSync(fileOf(id), jpeg, { mode: 0o600 })
      insert.run(id, episode_id, device_id, camera, taken_at, jpeg.length)
    },
    ofLoad: (episodeId) => ofLoad.all(episodeId).map((row: object) => row as StoredPhoto),
    announce: (id, eventId) => void announce.run(eventId, id),
    nextToSend: () => next.get() as StoredPhoto | undefined,
    read: (id) => readFile(fileOf(id)),
    remove,
    giveUp,
    dropped: () => Number(facts.get('photos_dropped') ?? 0),
  }
}

/** A file without its row is what a stop between the two left behind. */
function removeStrays(dir: string, database: DatabaseSync): void {
  const storedIds = new Set(
    database
      .prepare('SELECT id FROM photo')
      .all()
      .map((row) => `${String(row['id'])}.jpg`),
  )
  for (const name of readdirSync(dir))
    if (!storedIds.has(name)) rmSync(join(dir, name), { force: true })
}
