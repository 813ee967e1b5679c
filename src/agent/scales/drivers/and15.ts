import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { lineFrames } from '../frames/text-frames.ts'

/** Without the CR. */
const LENGTH = 15
const LINE = /^(ST|US|QT|OL),(.{9})(.{3})$/s
const SIGNED = /^[+-][\d.,]{8}$/
const BEYOND = /^OL,([+-])9{7}E\+19$/

/**
 * A&D standard format: header of two characters, sign and eight characters of the number, unit of three
 * (GX-A/GF-A communication manual p. 16; overload of the GH-252 manual p. 44).
 */
export function createDriver({ unit: own }: ScaleSettings<'and15'>): ScaleDriver {
  function readFrame(bytes: Uint8Array, at: number): ScaleEvent | 'none' {
    const text = asText(bytes, at, at + LENGTH)
    const [, header, data, written] = LINE.exec(text) ?? []
    if (header === undefined) return 'none'
    const raw = bytes.slice(at, at + LENGTH + 1)
    if (header === 'OL') {
      const sign = BEYOND.exec(text)?.[1]
      return sign ? outOfRange(sign === '-' ? 'underload' : 'overload', raw) : 'none'
    }
    // Pieces are counted.
    if (header === 'QT') return { kind: 'busy' }
    const shown = SIGNED.test(data!) ? shownWeight(data!) : undefined
    return weightEvent(shown, { named: namedUnit(written!), own }, { stable: header === 'ST' }, raw)
  }
  const begins = (byte: number) => 'SUQO'.includes(String.fromCharCode(byte))
  return {
    mode: 'stream',
    ...frameScanner(lineFrames({ length: LENGTH, begins, read: readFrame })),
  }
}
