import * as z from 'zod/mini'
import { readPrivate, writePrivate } from '../private-file.ts'
import type { EpisodeMemory } from './episode.ts'

const stored = z.record(
  z.string(),
  z.object({ episode_id: z.nullable(z.string()), captured: z.boolean(), seq: z.int() }),
)
type Stored = z.output<typeof stored>

/** Numbers promised on disk ahead of use: ten minutes of ten samples a second between two writes. */
const RESERVED = 6000

/** What a scale must not forget over a restart: its episode, and that a number of a sample is never used twice. */
export interface ScaleMemory {
  episode(deviceId: string): EpisodeMemory
  keepEpisode(deviceId: string, memory: EpisodeMemory): void
  /** Starts at max(unix milliseconds, last + 1) and grows by one (devices.md 2.2). */
  nextSeq(deviceId: string): number
  /** Resolves when all is on disk. */
  settle(): Promise<void>
}

export async function openScaleMemory(path: string): Promise<ScaleMemory> {
  const known = stored.safeParse(await readPrivate(path))
  const kept: Stored = known.success ? known.data : {}
  const next = new Map<string, number>()
  let writing = Promise.resolve()
  let waiting = false

  function save(): void {
    if (waiting) return
    waiting = true
    writing = writing.then(async () => {
      waiting = false
      await writePrivate(path, kept)
    })
    // The weight goes on while the disk is full; what is lost is a restart's memory.
    writing = writing.catch((error: unknown) => console.error('Scale memory not kept', error))
  }

  const of = (deviceId: string) =>
    (kept[deviceId] ??= { episode_id: null, captured: false, seq: 0 })

  return {
    episode: (deviceId) => {
      const { episode_id, captured } = of(deviceId)
      return { episode_id, captured }
    },
    keepEpisode(deviceId, memory) {
      Object.assign(of(deviceId), memory)
      save()
    },
    nextSeq(deviceId) {
      const scale = of(deviceId)
      const seq = next.get(deviceId) ?? Math.max(Date.now(), scale.seq + 1)
      next.set(deviceId, seq + 1)
      if (seq >= scale.seq) {
        scale.seq = seq + RESERVED
        save()
      }
      return seq
    },
    settle: () => writing,
  }
}
