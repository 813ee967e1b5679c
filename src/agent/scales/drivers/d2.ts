import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { equalsFrames } from '../frames/text-frames.ts'

const LENGTH = 8

/**
 * XK3190-D2+ and D2002: `=` and seven characters from the last to the first, a minus in the last place. MeterUtil of
 * Chinese weighbridge programs reads D2+ (YB3198B) and D2002 (YBORMT2000) so; the point may come first.
 */
export function createDriver({ unit: own }: ScaleSettings<'d2'>): ScaleDriver {
  function readFrame(raw: Uint8Array): ScaleEvent {
    const text = asText(raw, 1, LENGTH).split('').toReversed().join('')
    if (!/^-?\d+\.?\d*$/.test(text)) return badFrame('alphabet', raw)
    return weightEvent(shownWeight(text), { own }, { stable: null }, raw)
  }
  return { mode: 'stream', ...frameScanner(equalsFrames(LENGTH, readFrame)) }
}
