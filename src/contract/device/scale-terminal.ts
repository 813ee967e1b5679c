import * as z from 'zod/mini'
import {
  scaleSettingsOf,
  scaleTransport,
  scaleUnion,
  type ScaleDriverName,
} from './scale-connection.ts'
import { count, id, instant, list, signedGrams, text, int } from '../core/shapes.ts'

/** The agent remembers so many pieces of a line's traffic (devices.md 3.10). */
export const TERMINAL_FRAMES = 200
/** Pieces in one answer: 40 of 64 bytes each fit a link message. */
export const TERMINAL_PAGE = 40

/** Asks for what came after piece number `after`; 0 begins with the oldest remembered. */
export const watchParams = z.strictObject({ device_id: id('device'), after: count })

/** One piece of traffic as it came or went; the text column of the terminal is made from `hex`. */
const terminalFrame = z.strictObject({
  /** Grows by one a piece; a hole means that pieces were forgotten. */
  n: count,
  at: instant,
  way: z.enum(['in', 'out']),
  /** At most 64 bytes of the piece. */
  hex: z.string().check(z.maxLength(128), z.regex(/^([0-9a-f]{2})*$/)),
  /** What the driver made of it, in Russian; empty when nothing was whole yet. */
  read: text(120, 0),
})
export type TerminalFrame = z.output<typeof terminalFrame>

export const watchedTraffic = z.strictObject({ frames: list(terminalFrame, TERMINAL_PAGE) })
export type WatchedTraffic = z.output<typeof watchedTraffic>

/** One line setting a request, about five seconds; whoever asks walks through `detectionLines`. */
export const detectParams = z.strictObject({ transport: scaleTransport })

const candidateOf = <D extends ScaleDriverName>(driver: D) =>
  z.strictObject({
    driver: z.literal(driver),
    settings: scaleSettingsOf(driver),
    good: count,
    bad: count,
    checksummed: z.boolean(),
    /** The last weight it read, to be compared with the indicator's display. */
    grams: z.nullable(signedGrams),
  })

type CandidateShape = {
  [D in ScaleDriverName]: ReturnType<typeof candidateOf<D>>
}[ScaleDriverName]

/** A driver that understood the line, with the settings that it did so with. */
const scaleCandidate = scaleUnion<CandidateShape>(({ code }) => candidateOf(code))
export type ScaleCandidate = z.output<typeof scaleCandidate>

export const detectedScales = z.strictObject({
  bytes: count,
  candidates: list(scaleCandidate, 20),
})
export type DetectedScales = z.output<typeof detectedScales>

/** Speeds and parities of a serial line in the order in which indicators usually have them. */
export const detectionLines = [
  { baud: 9600, bits: 8, parity: 'none', stop: 1 },
  { baud: 9600, bits: 7, parity: 'even', stop: 1 },
  { baud: 57_600, bits: 8, parity: 'none', stop: 1 },
  { baud: 4800, bits: 8, parity: 'even', stop: 1 },
  { baud: 4800, bits: 8, parity: 'none', stop: 1 },
  { baud: 2400, bits: 7, parity: 'even', stop: 1 },
  { baud: 2400, bits: 8, parity: 'none', stop: 1 },
  { baud: 19_200, bits: 8, parity: 'none', stop: 1 },
  { baud: 1200, bits: 8, parity: 'none', stop: 1 },
  { baud: 115_200, bits: 8, parity: 'none', stop: 1 },
] as const

/** Frames as they came, before any of them was told, and those of the last hour that made no sense. */
export const lineQuality = { bad_frames_hour: count, frames_per_second: int(0, 1000) }
