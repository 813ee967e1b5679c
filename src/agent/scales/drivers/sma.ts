import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

const LF = 0x0a
const CR = 0x0d
/** LF, five marks, ten characters of weight, three of unit, CR. */
const LENGTH = 20
/** A question that was not understood, or that came damaged. */
const REFUSAL_LENGTH = 3

const ANSWER = /^([ ZOUEIT])(\d)([GNTgn])([ M])(.)([ \d.+-]{10})(.{3})$/su

/**
 * SMA level 1: `LF W CR` asks for the displayed weight, `LF Z CR` zeroes. The standard answer is
 * `LF s r n m f xxxxxx.xxx uuu CR` (Fairbanks manual 51207, section 5; Sartorius PR 5220 manual, p. 130).
 */
export function createDriver(settings: ScaleSettings<'sma'>): ScaleDriver {
  function match(bytes: Uint8Array, at: number): FrameMatch {
    if ((bytes[at]! & 0x7f) !== LF) return 'none'
    const end = bytes.subarray(at, at + LENGTH).findIndex((byte) => (byte & 0x7f) === CR)
    if (end === -1) return bytes.length - at < LENGTH ? 'unfinished' : 'none'
    const raw = bytes.slice(at, at + end + 1)
    if (raw.length === REFUSAL_LENGTH && /[?!]/.test(asText(raw, 1, 2)))
      return { length: raw.length, event: badFrame('device-error', raw) }
    const event = raw.length === LENGTH ? readAnswer(raw) : undefined
    return event ? { length: LENGTH, event } : 'none'
  }

  function readAnswer(raw: Uint8Array): ScaleEvent | undefined {
    const text = asText(raw, 1, LENGTH - 1)
    const [, status, , kind, motion, , data, written] = ANSWER.exec(text) ?? []
    if (status === undefined) return undefined
    // The tare that was asked for elsewhere, and digits finer than the scale's division.
    if (kind === 'T' || kind === 'g' || kind === 'n') return { kind: 'busy' }
    const net = kind === 'N'
    if (status === 'O') return outOfRange('overload', raw, net)
    if (status === 'U') return outOfRange('underload', raw, net)
    // A failed zero or tare: dashes stand for the weight.
    if (status !== ' ' && status !== 'Z') return badFrame('device-error', raw)
    const flags = { net, stable: motion !== 'M' }
    return weightEvent(
      shownWeight(data!),
      { named: namedUnit(written!), own: settings.unit },
      flags,
      raw,
    )
  }

  return {
    mode: 'poll',
    poll: () => command('W'),
    zero: () => command('Z'),
    ...frameScanner(match),
  }
}

function command(letter: string): Uint8Array {
  return Uint8Array.of(LF, letter.charCodeAt(0), CR)
}
