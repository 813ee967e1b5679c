import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { equalsFrames, lineFrames } from '../frames/text-frames.ts'

type Settings = ScaleSettings<'keli'>

const EQUALS = 0x3d
/** Without the CR. */
const UNIT_LENGTH = 12
const MARKED_LENGTH = 11
const REVERSED_LENGTH = 9

/**
 * Keli XK3118T1 and kin. `=00004.8(kg)` CR LF: WeightScale/XK3118T1WebServer; `=    2.85B0` without a line end:
 * the Токвес SH-50 of P3tr0viCh.Utils; eight characters from the last to the first: XK3190-A22 manual p. 13.
 * None of them tells whether the weight moves, is net or is beyond the range.
 */
export function createDriver(settings: Settings): ScaleDriver {
  return { mode: 'stream', ...frameScanner(framesOf(settings)) }
}

function framesOf(settings: Settings): (bytes: Uint8Array, at: number) => FrameMatch {
  switch (settings.format) {
    case 'kg':
      return lineFrames({
        length: UNIT_LENGTH,
        begins: (byte) => byte === EQUALS,
        read: (bytes, at) => readWithUnit(bytes.slice(at, at + UNIT_LENGTH + 1), settings.unit),
      })
    case 'marked':
      return equalsFrames(MARKED_LENGTH, (raw) => readMarked(raw, settings.unit))
    case 'reversed':
      return equalsFrames(REVERSED_LENGTH, (raw) => readReversed(raw, settings.unit))
  }
}

function readWithUnit(raw: Uint8Array, own: Settings['unit']): ScaleEvent | 'none' {
  const text = asText(raw, 0, UNIT_LENGTH)
  const [, number, written] = /^=([ \d.-]{7})\((..)\)$/s.exec(text) ?? []
  if (number === undefined) return 'none'
  return weightEvent(
    shownWeight(number),
    { named: namedUnit(written!), own },
    { stable: null },
    raw,
  )
}

/** Only the status B is documented; the meaning of any other is unknown. */
function readMarked(raw: Uint8Array, own: Settings['unit']): ScaleEvent {
  const [, number] = /^=([ -][ \d.]{7})B\d$/.exec(asText(raw, 0, MARKED_LENGTH)) ?? []
  if (number === undefined) return badFrame('alphabet', raw)
  return weightEvent(shownWeight(number), { own }, { stable: null }, raw)
}

/** The place of the sign comes last; some models write the sign as a digit, so that only nought is a plus. */
function readReversed(raw: Uint8Array, own: Settings['unit']): ScaleEvent {
  const text = asText(raw, 1, REVERSED_LENGTH).split('').toReversed().join('')
  const [, sign, number] = /^([0 -])([ \d.]{7})$/.exec(text) ?? []
  if (number === undefined) return badFrame('alphabet', raw)
  const shown = shownWeight(`${sign === '-' ? '-' : ''}${number}`)
  return weightEvent(shown, { own }, { stable: null }, raw)
}
