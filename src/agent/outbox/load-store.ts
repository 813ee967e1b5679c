import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { episodeBody, type EpisodeBody } from '#contract/device/agent-events.ts'

/** The present load of a scale, so that a stop of the agent during a load loses nothing. */
export type OpenLoad = Omit<EpisodeBody, 'ended_at' | 'photos'>

/** Its shape in the store. */
export const openLoad = z.omit(episodeBody, { ended_at: true, photos: true })

export interface LoadStore {
  read(deviceId: string): OpenLoad | undefined
  store(deviceId: string, load: OpenLoad): void
  forget(deviceId: string): void
}

export function loadStore(database: DatabaseSync): LoadStore {
  const read = database.prepare('SELECT body FROM load WHERE device_id = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO load VALUES (?, ?)')
  const forget = database.prepare('DELETE FROM load WHERE device_id = ?')
  return {
    read(deviceId) {
      const row = read.get(deviceId)
      const parsed = row && openLoad.safeParse(JSON.parse(String(row['body'])))
      return parsed?.success ? parsed.data : undefined
    },
    store: (deviceId, load) => void insert.run(deviceId, JSON.stringify(load)),
    forget: (deviceId) => void forget.run(deviceId),
  }
}
