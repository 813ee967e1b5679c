import type { ScaleEvent } from './scale-driver.ts'

/** No frame can begin here; it may, once more bytes have come; or it is whole, with what it says. */
export type FrameMatch = 'none' | 'unfinished' | { length: number; event?: ScaleEvent }

const MAX_BUFFER = 4096

/**
 * Finds frames in a stream of bytes: `look` tests one place, and after a bad frame the search goes on one byte after its start
 * (devices.md 3.2, rule 2). It asks for no more than 4096 bytes.
 */
export function frameScanner(look: (bytes: Uint8Array, at: number) => FrameMatch) {
  let buffer: Uint8Array = new Uint8Array(0)
  return {
    feed(chunk: Uint8Array): ScaleEvent[] {
      const bytes = join(buffer, chunk)
      const events: ScaleEvent[] = []
      let at = 0
      while (at < bytes.length) {
        const seen = look(bytes, at)
        if (seen === 'unfinished') break
        if (seen === 'none') {
          at++
          continue
        }
        if (seen.event) events.push(seen.event)
        at += seen.event?.kind === 'bad' ? 1 : seen.length
      }
      buffer = bytes.slice(Math.max(at, bytes.length - MAX_BUFFER))
      return events
    },
    reset(): void {
      buffer = new Uint8Array(0)
    },
  }
}

/** A copy that is a plain array: slices of a socket's Buffer would be views into memory that is used again. */
function join(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  const joined = new Uint8Array(before.length + chunk.length)
  joined.set(before)
  joined.set(chunk, before.length)
  return joined
}
