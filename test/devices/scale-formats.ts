import type { ScaleChoice } from '#contract/device/scale-connection.ts'
import type { Display } from '#simulators/yard/scale/indicator.ts'
import { menuOf, type FormatName } from '#simulators/yard/scale/formats.ts'
import { openProtocol } from '#simulators/yard/scale/protocol.ts'
import { openDriver } from '#agent/scales/frames/open-driver.ts'
import type { ScaleDriver } from '#agent/scales/frames/scale-driver.ts'
import { choiceOf } from './scale-vectors.ts'

/** What one wire format can carry, so that a test knows what must come back. */
export interface WireFormat {
  name: FormatName
  driver: ScaleChoice['driver']
  settings: Record<string, unknown>
  /** Digits that its weight field holds with a point and without. */
  digits: number
  /** A point takes one of the places. */
  pointTakesPlace: boolean
  checksummed: boolean
  flags: { stable: boolean; net: boolean; tare: boolean; overload: boolean }
  /** Sends the gross weight whatever its display shows. */
  sendsGross: boolean
}

const all = { stable: true, net: true, tare: true, overload: true }
const text = { ...all, tare: false }
const none = { stable: false, net: false, tare: false, overload: false }
const gross = { ...all, net: false, tare: false }

function format(
  name: FormatName,
  driver: WireFormat['driver'],
  digits: number,
  flags: WireFormat['flags'],
  more: Partial<
    Pick<WireFormat, 'settings' | 'pointTakesPlace' | 'checksummed' | 'sendsGross'>
  > = {},
): WireFormat {
  return {
    name,
    driver,
    digits,
    flags,
    settings: more.settings ?? { format: name },
    pointTakesPlace: more.pointTakesPlace ?? false,
    checksummed: more.checksummed ?? false,
    sendsGross: more.sendsGross ?? false,
  }
}

const summed = { checksummed: true }
const pointed = { pointTakesPlace: true }
const whole = { sendsGross: true }

/** Every format of devices.md 3 as the yard speaks it and the agent reads it. */
export const wireFormats: WireFormat[] = [
  format('tenso-m', 'tenso-m', 6, { ...gross }, { settings: {}, ...summed, ...whole }),
  format('continuous', 'mettler', 6, all, {
    settings: { format: 'continuous', checksum: 'on' },
    ...summed,
  }),
  format('sics', 'mettler', 7, gross, pointed),
  format('cas22', 'ascii', 7, text, pointed),
  format('cas10', 'ascii', 7, none, pointed),
  format('and18', 'ascii', 7, text, pointed),
  format('ricelake', 'ascii', 7, text, pointed),
  format('tf0', 'yaohua', 6, none, summed),
  format('tf1', 'yaohua', 7, none, pointed),
  format('tf2', 'yaohua', 7, none, pointed),
  format('a12', 'yaohua', 6, { ...none, net: true, overload: true }, { ...pointed, ...summed }),
  format('cmd', 'yaohua', 6, none, { ...summed, ...whole }),
  format('massa-k', 'massa-k', 9, all, { settings: {}, ...summed }),
  format('laumas', 'modbus', 9, gross, { settings: { profile: 'laumas' }, ...whole, ...summed }),
  format('laumas-tcp', 'modbus', 9, gross, {
    settings: { profile: 'laumas', framing: 'tcp' },
    ...whole,
  }),
  format('float32', 'modbus', 6, none, { settings: { profile: 'float32' }, ...whole, ...summed }),
]

export function driverOf({ driver, settings }: WireFormat, decimals: number): ScaleDriver {
  const more = driver === 'modbus' ? { decimals } : {}
  return openDriver(choiceOf(driver, { ...settings, ...more }))
}

/** The bytes that an indicator of the yard sends for one display: by itself or as the answer to a question. */
export function frameOf(
  { name }: WireFormat,
  display: Display,
  decimals: number,
  question?: Uint8Array,
): Uint8Array {
  const port = { display: () => display, zero: () => true }
  const session = openProtocol(menuOf(name, decimals), port)
  if (session.stream) return session.stream()
  return session.receive(question!)[0]!
}
