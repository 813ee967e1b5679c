import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'
import { lineFrames } from '../frames/text-frames.ts'

/** Without the CR. */
const LENGTH = 11
const LINE = /^w([wnt])([ \d.-]{7})(..)$/is

/**
 * XK3190-A12E without a checksum: `ww` gross, `wn` net, `wt` tare, seven characters, the unit. Lines of XK3190A12 in
 * the mcush instruments by Peng Shulin; Мидл ВДА/12Я of P3tr0viCh.Utils writes `WW`.
 */
export function createDriver({ unit: own }: ScaleSettings<'wwkg'>): ScaleDriver {
  function readFrame(bytes: Uint8Array, at: number): ScaleEvent | 'none' {
    const [, kind, number, written] = LINE.exec(asText(bytes, at, at + LENGTH)) ?? []
    if (kind === undefined) return 'none'
    if (kind.toLowerCase() === 't') return { kind: 'busy' }
    const flags = { net: kind.toLowerCase() === 'n', stable: null }
    const raw = bytes.slice(at, at + LENGTH + 1)
    return weightEvent(shownWeight(number!), { named: namedUnit(written!), own }, flags, raw)
  }
  const begins = (byte: number) => byte === 0x77 || byte === 0x57
  return {
    mode: 'stream',
    ...frameScanner(lineFrames({ length: LENGTH, begins, read: readFrame })),
  }
}
