import * as z from 'zod/mini'
import {
  formatOf,
  scaleSettingsOf,
  scaleTransport,
  scaleUnion,
  type ScaleDriverName,
} from './scale-connection.ts'
import { count, list, signedGrams } from '../core/shapes.ts'
import { lineBytes } from '../scales/form/line-bytes.ts'

/** What an indicator of a typed-in format is told, so that its line can be heard before it is set up. */
const spoken = z.strictObject({
  greeting: z.optional(lineBytes(0, 32)),
  question: z.optional(lineBytes(0, 32)),
})
export type SpokenBytes = z.output<typeof spoken>

/**
 * One line setting a request, about five seconds; the client iterates over `detectionLines`. With `says` nothing is searched for: the line
 * is only heard.
 */
export const detectParams = z.strictObject({
  transport: scaleTransport,
  says: z.optional(spoken),
})

export type DetectParams = z.output<typeof detectParams>

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

/** Bytes of a line that detection returns, so that a layout can be typed in from them. */
export const HEARD_BYTES = 512

export const detectedScales = z.strictObject({
  bytes: count,
  /** The last of them, as they came; left out by agents of earlier releases. */
  heard: z.optional(z.string().check(z.maxLength(2 * HEARD_BYTES), z.regex(/^([0-9a-f]{2})*$/))),
  candidates: list(scaleCandidate, 20),
})
export type DetectedScales = z.output<typeof detectedScales>

/** Formats that understood a line: those that prove themselves by a sum alone where there are any. */
export function likelyCandidates(candidates: readonly ScaleCandidate[]): ScaleCandidate[] {
  const summed = candidates.filter(({ checksummed }) => checksummed)
  return summed.length > 0 ? summed : [...candidates]
}

/** Several formats contradict each other, and an empty scale is nought in each of them: only a load can decide. */
export function needsLoad(candidates: readonly ScaleCandidate[]): boolean {
  const formats = likelyCandidates(candidates).map(
    ({ driver, settings }) => `${driver} ${formatOf(driver, settings).title}`,
  )
  return new Set(formats).size > 1
}

/** What remains of the formats when the indicator shows this weight with a load on the scale. */
export function candidatesShowing(
  candidates: readonly ScaleCandidate[],
  weight_g: number,
): ScaleCandidate[] {
  return likelyCandidates(candidates).filter(({ grams }) => grams === weight_g && weight_g > 0)
}

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
