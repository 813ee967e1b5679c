import type { Random } from '../random.ts'

/**
 * What can be wrong with the line of an indicator: nothing comes at all; noise between the frames; frames
 * that lose bytes; frames with one bit turned over; bytes held back until the fault ends and then sent
 * all at once, or as fast as 9600 baud carry them; bytes a third of a second late; no line; pounds where a text frame names kilograms.
 */
export const LINE_FAULTS = [
  'silence',
  'garbage',
  'cut_frames',
  'flipped_bits',
  'stall',
  'backlog',
  'slow_link',
  'no_link',
  'wrong_unit',
] as const

/** Delay of a slow link in the yard's milliseconds. */
export const SLOW_MS = 300
/** Bytes that a stalled line keeps: ten seconds of the longest frames. */
export const MOST_STALLED = 4096

/** Bytes that 9600 baud carry in the time of one sample. */
export const BYTES_A_SAMPLE = 96
const MOST_NOISE = 24

/** One frame as it leaves a bad line, perhaps as nothing. */
export function spoil(frame: Uint8Array, faults: ReadonlySet<string>, random: Random): Uint8Array {
  let bytes = faults.has('wrong_unit') ? inPounds(frame) : [...frame]
  if (faults.has('cut_frames')) {
    const from = Math.floor(random.between(0, bytes.length))
    bytes = random.next() < 0.5 ? bytes.slice(from + 1) : bytes.slice(0, from)
  }
  if (faults.has('flipped_bits') && bytes.length > 0) {
    const bit = Math.floor(random.between(0, bytes.length * 8))
    bytes[bit >> 3]! ^= 1 << (bit & 7)
  }
  if (faults.has('garbage')) {
    const length = Math.floor(random.between(1, MOST_NOISE))
    const noise = Array.from({ length }, () => Math.floor(random.between(0, 256)))
    bytes = [...noise, ...bytes]
  }
  return Uint8Array.from(bytes)
}

function inPounds(frame: Uint8Array) {
  const text = Buffer.from(frame).toString('latin1')
  return [...Buffer.from(text.replace(/kg(?=\r)/, 'lb'), 'latin1')]
}
