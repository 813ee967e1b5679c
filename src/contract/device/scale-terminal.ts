import * as z from 'zod/mini'
import { count, id, instant, int, list, text } from '../core/shapes.ts'

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

/** Frames as they came, before they were decoded, and those of the last hour that were invalid. */
export const lineQuality = { bad_frames_hour: count, frames_per_second: int(0, 1000) }
