import * as z from 'zod/mini'
import { readPrivate, writePrivate } from '../private-file.ts'

const storedSequences = z.record(z.string(), z.object({ seq: z.int() }))
type StoredSequences = z.output<typeof storedSequences>

/** Numbers promised on disk ahead of use: ten minutes of ten samples a second between two writes. */
const RESERVED_NUMBERS = 6000

/** What a scale must remember over a restart: the number of a sample is never used twice. Its load is in the outbox. */
export interface ScaleMemory {
  /** Starts at max(unix milliseconds, last + 1) and grows by one (devices.md 2.2). */
  nextSeq(deviceId: string): number
  /** Resolves when all is on disk. */
  settle(): Promise<void>
}

export async function openScaleMemory(path: string): Promise<ScaleMemory> {
  const parsedMemory = storedSequences.safeParse(await readPrivate(path))
  const sequences: StoredSequences = parsedMemory.success ? parsedMemory.data : {}
  const next = new Map<string, number>()
  let writing = Promise.resolve()
  let waiting = false

  function save(): void {
    if (waiting) return
    waiting = true
    writing = writing.then(async () => {
      waiting = false
      await writePrivate(path, sequences)
    })
    // The weight goes on while the disk is full; what is lost is a restart's memory.
    writing = writing.catch((error: unknown) => console.error('Scale memory not kept', error))
  }

  return {
    nextSeq(deviceId) {
      const scale = (sequences[deviceId] ??= { seq: 0 })
      const seq = next.get(deviceId) ?? Math.max(Date.now(), scale.seq + 1)
      next.set(deviceId, seq + 1)
      if (seq >= scale.seq) {
        scale.seq = seq + RESERVED_NUMBERS
        save()
      }
      return seq
    },
    settle: () => writing,
  }
}
