import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import { namedUnit, shownWeight, toGrams, unitOf } from '#contract/scales/form/shown-weight.ts'
import { asText, badFrame, outOfRange, weightEvent } from '../../frames/displayed-weight.ts'
import { frameScanner, type FrameMatch } from '../../frames/frame-scanner.ts'
import type { ScaleDriver, ScaleEvent } from '../../frames/scale-driver.ts'

export type SicsSettings = Extract<ScaleSettings<'mettler'>, { format: 'sics' }>

const CR = 0x0d
/** The longest answer is a weight: 18 characters with a unit of three letters. */
const MAX_LINE = 24
/** S, T, Z, E: first letters of the answers that we understand. */
const FIRST = [0x53, 0x54, 0x5a, 0x45]
/** A tare key takes effect at once: the tare is requested this often while the weight is stable. */
const ASK_TARE_MS = 1000
/** After this time without a report the tare counts as unknown. */
const FORGET_TARE_MS = 3000
const NO_TARE =
  'Индикатор не сообщает тару: если клавиши тары у него нет, отметьте это в настройках весов'

const WEIGHT = /^S ([SD]) ([ \d.+-]{10}) (\S{1,3})$/
const TARE = /^TA A ([ \d.+-]{10}) (\S{1,3})$/

/**
 * MT-SICS by requests: `SI` answers net, so the tare is requested and added. A tare that was set or cleared since its last
 * report shows as a jump of the net weight: until it has been reported again no weight counts as stable.
 */
export function mettlerSics(settings: SicsSettings): ScaleDriver {
  const tare = tareMemory()
  let unit: WeightUnit | undefined
  let asked: 'SI' | 'TA' = 'SI'
  let told = false

  function match(bytes: Uint8Array, at: number): FrameMatch {
    if (!FIRST.includes(bytes[at]! & 0x7f)) return 'none'
    let end = at
    while (end < bytes.length && end - at <= MAX_LINE && (bytes[end]! & 0x7f) !== CR) end++
    if (end - at > MAX_LINE) return 'none'
    if (end === bytes.length) return 'unfinished'
    const event = readLine(asText(bytes, at, end), bytes.slice(at, end + 1))
    return event ? { length: end + 1 - at, event } : 'none'
  }

  function readLine(line: string, raw: Uint8Array): ScaleEvent | undefined {
    const [, status, weight, written] = WEIGHT.exec(line) ?? []
    if (status !== undefined) return readWeight(status, weight!, written!, raw)
    if (line === 'S +') return outOfRange('overload', raw)
    if (line === 'S -') return outOfRange('underload', raw)
    if (line.startsWith('TA ') || (asked === 'TA' && /^E[ST]$/.test(line))) return learnTare(line)
    if (/^E[STL]$/.test(line)) return badFrame('device-error', raw)
    return /^(S I|Z [AI+-]|ZI [SD])$/.test(line) ? { kind: 'busy' } : undefined
  }

  function readWeight(status: string, weight: string, written: string, raw: Uint8Array) {
    const named = namedUnit(written)
    const before = unit
    unit = named === 'foreign' ? undefined : named
    // A lost letter makes grams of kilograms, so the first frame of another unit is not believed.
    if (before && unit && unit !== before) {
      tare.forget()
      return badFrame('length', raw, 'единица не та, что в кадре до него')
    }
    const stable = status === 'S'
    const event = weightEvent(shownWeight(weight), { named }, { stable }, raw)
    if (event.kind !== 'sample') return event
    if (settings.no_tare) return { ...event, net: false }
    const tareGrams = tare.knownBeside(event.grams!, unit)
    if (!tareGrams) return { ...event, net: true, hint: NO_TARE }
    const sample = { ...event, net: tareGrams.grams !== 0, tare: tareGrams.grams }
    return tareGrams.sure ? sample : { ...sample, unsure: true }
  }

  /** A tare that is refused or is not a whole number of grams is unknown, never nought. */
  function learnTare(line: string): ScaleEvent {
    told = true
    const [, text, written] = TARE.exec(line) ?? []
    const shown = text === undefined ? undefined : shownWeight(text)
    const named = written === undefined ? undefined : unitOf(written)
    const grams = shown && named && toGrams(shown, named)
    tare.learn(grams === undefined ? undefined : { grams, unit: named! })
    return { kind: 'busy' }
  }

  return {
    mode: 'poll',
    poll(at = 0) {
      const due = !settings.no_tare && asked === 'SI' && tare.isDue(at)
      asked = due ? 'TA' : 'SI'
      told = false
      return question(asked)
    },
    asksAgain: () => told,
    zero: () => question('Z'),
    ...frameScanner(match),
  }
}

/** The reports of the indicator about its tare, by the time of the requests. */
function tareMemory() {
  let known: { grams: number; unit: WeightUnit; at: number } | undefined
  let now = 0
  let askedAt = -Infinity
  let before: number | undefined
  let fresh = false
  /** The tare was reported between two equal net weights, and the net weight has been the same since. */
  let sure = false
  const forget = () => {
    known = undefined
    sure = false
  }
  return {
    forget,
    isDue(at: number): boolean {
      now = at
      const due = !sure || at - askedAt >= ASK_TARE_MS
      if (due) askedAt = at
      return due
    },
    learn(told: { grams: number; unit: WeightUnit } | undefined): void {
      if (told?.grams !== known?.grams) sure = false
      known = told && { ...told, at: now }
      fresh = true
    },
    knownBeside(net: number, unit: WeightUnit | undefined) {
      if (known && (known.unit !== unit || now - known.at > FORGET_TARE_MS)) forget()
      sure = net === before && (sure || fresh)
      before = net
      fresh = false
      return known && { grams: known.grams, sure }
    },
  }
}

function question(command: string): Uint8Array {
  return Uint8Array.from(`${command}\r\n`, (letter) => letter.charCodeAt(0))
}
