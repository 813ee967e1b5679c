import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { namedUnit, shownWeight } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../frames/scale-driver.ts'

const SOH = 0x01
const STX = 0x02
const ETX = 0x03
const EOT = 0x04
const ENQ = 0x05
const ACK = 0x06
const DC1 = 0x11
const NAK = 0x15
/** SOH, STX, status, sign, six characters of weight, two of unit, sum, ETX, EOT. */
const LENGTH = 15
const SUM_AT = 12

/**
 * CAS by question: ENQ is answered by ACK (or NAK), then DC1 by the weight; the sum is the XOR of status to unit
 * (CAS AP-1 protocol; CAS SW-II manual p. 15; Ohaus Aviator 7000 service manual p. 36).
 */
export function createDriver({ unit: own }: ScaleSettings<'cas-ask'>): ScaleDriver {
  let asked = ENQ
  let ready = false

  function match(bytes: Uint8Array, at: number): FrameMatch {
    const byte = bytes[at]! & 0x7f
    if (asked === ENQ && (byte === ACK || byte === NAK)) {
      ready = byte === ACK
      return { length: 1, event: { kind: 'busy' } }
    }
    if (byte !== SOH) return 'none'
    if (at + 1 < bytes.length && (bytes[at + 1]! & 0x7f) !== STX) return 'none'
    if (at + LENGTH > bytes.length) return 'unfinished'
    const raw = bytes.slice(at, at + LENGTH)
    if ((raw[SUM_AT + 1]! & 0x7f) !== ETX || (raw[SUM_AT + 2]! & 0x7f) !== EOT)
      return { length: 1, event: badFrame('length', raw) }
    let sum = 0
    for (const part of raw.subarray(2, SUM_AT + 1)) sum ^= part & 0x7f
    if (sum !== 0) return { length: 1, event: badFrame('checksum', raw) }
    return { length: LENGTH, event: readFrame(raw) }
  }

  function readFrame(raw: Uint8Array): ScaleEvent {
    const text = asText(raw, 2, SUM_AT)
    const [, status, sign, number, written] = /^([SU])([ F-])([ \d.]{6})(..)$/s.exec(text) ?? []
    if (status === undefined) return badFrame('alphabet', raw)
    if (sign === 'F') return outOfRange('overload', raw)
    const shown = shownWeight(`${sign === '-' ? '-' : ''}${number}`)
    return weightEvent(shown, { named: namedUnit(written!), own }, { stable: status === 'S' }, raw)
  }

  return {
    mode: 'poll',
    poll() {
      asked = ready ? DC1 : ENQ
      ready = false
      return Uint8Array.of(asked)
    },
    asksAgain: () => ready,
    ...frameScanner(match),
  }
}
