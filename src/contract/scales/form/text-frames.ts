import { agreedUnit, toGrams } from './shown-weight.ts'
import type { WeightUnit } from './scale-form.ts'
import { bytesOfHex } from './line-bytes.ts'
import { readLayout, type LayoutFrame, type TextLayout } from './text-layout.ts'

/** Without an end for so long, what came is no line of this format. */
const MOST_PENDING = 256
const LINE_ENDS = [0x0d, 0x0a]

/**
 * Finds the frames of a typed-in layout: the agent weighs by it, and the screen shows by it what a layout would read
 * of captured bytes. Bit 7 is masked, as in every text protocol, but in a status byte that names it.
 */
export function layoutReader(layout: TextLayout) {
  const start = bytesOfHex(layout.start)
  const end = bytesOfHex(layout.end)
  const takeFrames = end.length > 0 ? endedFrames(layout, start, end) : startedFrames(layout, start)
  let pending: number[] = []
  return {
    feed(chunk: Uint8Array): LayoutFrame[] {
      const frames: LayoutFrame[] = []
      pending = takeFrames([...pending, ...chunk], frames)
      return frames
    },
    reset(): void {
      pending = []
    },
  }
}

/** The last weight that a layout reads of captured bytes, grams; undefined where it reads none or more damage than weights. */
export function weightOfCapture(
  layout: TextLayout,
  own: WeightUnit | undefined,
  hex: string,
): number | undefined {
  const frames = layoutReader(layout).feed(Uint8Array.from(bytesOfHex(hex)))
  const weights = frames.flatMap((frame) => {
    if (frame.kind !== 'weight') return []
    const { unit } = agreedUnit(frame.named, own)
    return (unit && toGrams(frame.shown, unit)) ?? []
  })
  return 2 * weights.length > frames.length ? weights.at(-1) : undefined
}

type TakeFrames = (bytes: number[], frames: LayoutFrame[]) => number[]

/** The bytes before an end are one frame, complete or none; before its start anything may come. */
function endedFrames(layout: TextLayout, start: number[], end: number[]): TakeFrames {
  const size = start.length + layout.length + end.length
  // Without a start of its own a line whose beginning was forgotten is none.
  let forgotten = false
  return (bytes, frames) => {
    let from = 0
    for (let at = indexOf(bytes, end, from); at !== -1; at = indexOf(bytes, end, from)) {
      const line = withoutLineEnds(bytes.slice(from, at))
      if (line.length > 0) frames.push(forgotten ? badLength(line) : readLine(layout, start, line))
      forgotten = false
      from = at + end.length
    }
    const rest = bytes.slice(from)
    if (rest.length <= MOST_PENDING) return rest
    forgotten = start.length === 0
    return rest.slice(-size)
  }
}

function readLine(layout: TextLayout, start: number[], line: number[]): LayoutFrame {
  const from = line.length - layout.length
  const begins = from - start.length
  if (begins < 0 || !isAt(line, start, begins)) return badLength(line)
  // Without a start of its own a line begins where the one before it ended.
  if (start.length === 0 && begins > 0) return badLength(line)
  return readBytes(layout, line.slice(begins), line.slice(from))
}

/** A start ends the frame before it, as line ends do that some clones send between two. */
function startedFrames(layout: TextLayout, start: number[]): TakeFrames {
  const size = start.length + layout.length
  const endsFrame = (byte: number) => isByte(byte, start[0]!) || isLineEnd(byte)
  // The last frame of a piece is published at once; what follows in the next piece may show that it was longer.
  let ended = true
  return (bytes, frames) => {
    if (!ended && bytes.length > 0) {
      ended = true
      if (!endsFrame(bytes[0]!)) frames.push(badLength(bytes.slice(0, 1)))
    }
    let at = indexOf(bytes, start, 0)
    while (at !== -1 && at + size <= bytes.length) {
      const nextStart = indexOf(bytes, start, at + 1)
      const after = bytes[at + size]
      const cut = nextStart !== -1 && nextStart < at + size
      const isWhole = !cut && (after === undefined || endsFrame(after))
      const raw = bytes.slice(at, at + size)
      const frame = isWhole ? readBytes(layout, raw, raw.slice(start.length)) : badLength(raw)
      frames.push(frame)
      ended = after !== undefined || frame.kind === 'bad'
      at = cut ? nextStart : indexOf(bytes, start, at + size)
    }
    return at === -1 ? bytes.slice(bytes.length - start.length + 1) : bytes.slice(at)
  }
}

function readBytes(layout: TextLayout, raw: number[], body: number[]): LayoutFrame {
  return readLayout(layout, Uint8Array.from(raw), body)
}

function badLength(bytes: number[]): LayoutFrame {
  return { kind: 'bad', reason: 'length', raw: Uint8Array.from(bytes.slice(0, 64)) }
}

function withoutLineEnds(line: number[]): number[] {
  const first = line.findIndex((byte) => !isLineEnd(byte))
  return first === -1 ? [] : line.slice(first)
}

function indexOf(bytes: number[], wanted: number[], from: number): number {
  for (let at = from; at + wanted.length <= bytes.length; at++)
    if (isAt(bytes, wanted, at)) return at
  return -1
}

function isAt(bytes: number[], wanted: number[], at: number): boolean {
  return wanted.every((byte, i) => at + i < bytes.length && isByte(bytes[at + i]!, byte))
}

const isByte = (one: number, other: number) => (one & 0x7f) === (other & 0x7f)

const isLineEnd = (byte: number) => LINE_ENDS.some((end) => isByte(byte, end))
