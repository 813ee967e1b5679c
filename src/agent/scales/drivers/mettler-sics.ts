import type { ScaleSettings } from '#contract/scale-connection.ts'
import {
  asText,
  badFrame,
  outOfRange,
  shownWeight,
  toGrams,
  unitOf,
  weightEvent,
} from './displayed-weight.ts'
import { frameScanner, type Look } from './frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from './scale-driver.ts'

export type SicsSettings = Extract<ScaleSettings<'mettler'>, { format: 'sics' }>

const CR = 0x0d
/** The longest answer is a weight: 18 characters with a unit of three letters. */
const MAX_LINE = 24
/** S, T, Z, E: first letters of the answers that we understand. */
const FIRST = [0x53, 0x54, 0x5a, 0x45]
/** The tare is asked for once a second at the usual period, first of all after a reconnect. */
const TARE_EVERY = 10

const WEIGHT = /^S ([SD]) ([ \d.+-]{10}) (\S{1,3})$/
const TARE = /^TA A ([ \d.+-]{10}) (\S{1,3})$/

/** MT-SICS over questions: `SI` answers net, so the tare is asked for and added (devices.md 3.4). */
export function mettlerSics(settings: SicsSettings): ScaleDriver {
  let tare: number | undefined
  let asked = 0

  function look(bytes: Uint8Array, at: number): Look {
    if (!FIRST.includes(bytes[at]! & 0x7f)) return 'none'
    let end = at
    while (end < bytes.length && end - at <= MAX_LINE && (bytes[end]! & 0x7f) !== CR) end++
    if (end - at > MAX_LINE) return 'none'
    if (end === bytes.length) return 'unfinished'
    const event = readLine(asText(bytes, at, end), bytes.slice(at, end + 1))
    return event ? { length: end + 1 - at, event } : 'none'
  }

  function readLine(line: string, raw: Uint8Array): ScaleEvent | undefined {
    const [, status, weight, unit] = WEIGHT.exec(line) ?? []
    if (status !== undefined) {
      const flags = settings.no_tare ? { net: false } : { net: true, tare }
      return weightEvent(
        shownWeight(weight!),
        unitOf(unit!),
        { ...flags, stable: status === 'S' },
        raw,
      )
    }
    if (line === 'S +') return outOfRange('overload', raw)
    if (line === 'S -') return outOfRange('underload', raw)
    if (/^E[STL]$/.test(line)) return badFrame('device-error', raw)
    if (line.startsWith('TA ')) return learnTare(line)
    return /^(S I|Z [AI+-]|ZI [SD])$/.test(line) ? { kind: 'busy' } : undefined
  }

  /** A tare that is refused or is not a whole number of grams is unknown, never nought. */
  function learnTare(line: string): ScaleEvent {
    const [, text, written] = TARE.exec(line) ?? []
    const shown = text === undefined ? undefined : shownWeight(text)
    const unit = written === undefined ? undefined : unitOf(written)
    tare = shown && unit && toGrams(shown, unit)
    return { kind: 'busy' }
  }

  return {
    mode: 'poll',
    poll: () => question(!settings.no_tare && asked++ % TARE_EVERY === 0 ? 'TA' : 'SI'),
    zero: () => question('Z'),
    ...frameScanner(look),
  }
}

function question(command: string): Uint8Array {
  return Uint8Array.from(`${command}\r\n`, (letter) => letter.charCodeAt(0))
}
