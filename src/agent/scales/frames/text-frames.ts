import { badFrame } from './displayed-weight.ts'
import type { FrameMatch } from './frame-scanner.ts'
import type { ScaleEvent } from './scale-driver.ts'

const CR = 0x0d
const LF = 0x0a
const EQUALS = 0x3d

interface LineFormat {
  /** Up to the CR. */
  length: number
  /** Which byte may begin a frame. */
  begins: (byte: number) => boolean
  read: (bytes: Uint8Array, at: number) => ScaleEvent | 'none'
  /** Bytes that may have any value and so look like a CR: lamps, a number of the device. */
  free?: readonly number[]
}

/** Lines of a known length, CR with or without LF. */
export function lineFrames({ length, begins, read, free = [] }: LineFormat) {
  return (bytes: Uint8Array, at: number): FrameMatch => {
    if (!begins(bytes[at]! & 0x7f)) return 'none'
    const end = at + length
    const cr = firstReturn(bytes, at, end, free)
    if (cr !== undefined && cr < end) return 'none'
    if (end >= bytes.length) return 'unfinished'
    if (cr !== end) return 'none'
    const event = read(bytes, at)
    return event === 'none' ? 'none' : { length: length + 1, event }
  }
}

function firstReturn(bytes: Uint8Array, from: number, to: number, free: readonly number[]) {
  for (let i = from; i <= to && i < bytes.length; i++)
    if ((bytes[i]! & 0x7f) === CR && !free.includes(i - from)) return i
  return undefined
}

/** Frames that begin with `=` and have a fixed length with it; the character that begins a frame also ends the one before it. */
export function equalsFrames(length: number, read: (raw: Uint8Array) => ScaleEvent) {
  // The last frame of a piece is published at once; what follows it in the next piece may still show that its line was longer.
  let ended = true
  return (bytes: Uint8Array, at: number): FrameMatch => {
    if (!ended) {
      ended = true
      if (!endsText(bytes[at]!))
        return { length: 1, event: badFrame('length', bytes.slice(at, at + 1)) }
    }
    if ((bytes[at]! & 0x7f) !== EQUALS) return 'none'
    const rest = bytes.subarray(at + 1, at + length)
    const next = rest.findIndex((byte) => (byte & 0x7f) === EQUALS)
    if (next !== -1) return { length: 1, event: badFrame('length', bytes.slice(at, at + 1 + next)) }
    if (at + length > bytes.length) return 'unfinished'
    const raw = bytes.slice(at, at + length)
    const after = bytes[at + length]
    if (after !== undefined && !endsText(after))
      return { length: 1, event: badFrame('length', raw) }
    const event = read(raw)
    // The search goes on inside a bad frame, whose own bytes end nothing.
    ended = event.kind === 'bad'
    return { length, event }
  }
}

/** The next frame, or the line ends that some clones send between two. */
function endsText(byte: number): boolean {
  return [EQUALS, CR, LF].includes(byte & 0x7f)
}
