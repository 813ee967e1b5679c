import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'

/** A scanner sends the lines of one document within it, ms. */
const BETWEEN_LINES_MS = 3000

/** As a first line begins: what it is and whose. */
const FIRST_LINE = /^[PIAC][A-Z0-9<][A-Z<]{3}/

/** Finds the lines of a passport among what a hand-held scanner sends on any screen, from their first signs on. */
export function openPassportLines(today: () => string) {
  const read = openMrzReading(today)
  let nextUntil = Number.NEGATIVE_INFINITY
  return {
    /** Whether signs that are still coming may be such lines: they are personal data, so no field writes them down meanwhile. */
    mayBegin: (text: string, at: number) =>
      FIRST_LINE.test(text) || (text.length > 1 && at <= nextUntil),
    take(text: string, at: number): MachineReadable | 'more' | undefined {
      const found = read(text)
      nextUntil = found === 'more' ? at + BETWEEN_LINES_MS : Number.NEGATIVE_INFINITY
      return found
    },
  }
}
