import type { WeightUnit } from '#contract/device/scale-form.ts'
import type { BadReason, ScaleEvent } from './scale-driver.ts'

/** Digits as the indicator shows them: 12.50 is 1250 with two decimals; fewer than zero means ×10, ×100. */
export interface ShownWeight {
  digits: number
  decimals: number
  minus: boolean
}

export interface WeightFlags {
  net?: boolean | undefined
  /** Displayed with the weight's own decimals and in its unit. */
  tare?: ShownWeight | undefined
  stable: boolean | null
}

export interface FrameUnit {
  named?: NamedUnit
  /** What the installer has set. */
  own?: WeightUnit | undefined
}

const UNIT_G: Record<WeightUnit, number> = { g: 1, kg: 1000, t: 1_000_000 }
const UNITS: Record<string, WeightUnit> = { g: 'g', kg: 'kg', t: 't' }
/** Sign and digits may stand apart; a comma may stand for the point. */
const NUMBER = /^ *([+-]?) *(\d*)(?:[.,](\d*))?$/

/** A weight field of a text protocol, or undefined when it is no number. */
export function shownWeight(text: string): ShownWeight | undefined {
  const [, sign, whole = '', part = ''] = NUMBER.exec(text) ?? []
  const digits = whole + part
  if (sign === undefined || digits === '') return undefined
  return { digits: Number(digits), decimals: part.length, minus: sign === '-' }
}

/** Integer grams by digit arithmetic, without a float; undefined when a part of a gram would be lost. */
export function toGrams(shown: ShownWeight, unit: WeightUnit): number | undefined {
  const { digits, decimals, minus } = shown
  const raised = digits * UNIT_G[unit] * 10 ** Math.max(0, -decimals)
  const divisor = 10 ** Math.max(0, decimals)
  if (!Number.isSafeInteger(raised) || raised % divisor !== 0) return undefined
  const size = raised / divisor
  return minus && size !== 0 ? -size : size
}

/** The unit as a frame writes it: any case, spaces around; undefined for pounds and all else. */
export function unitOf(text: string): WeightUnit | undefined {
  return UNITS[text.trim().toLowerCase()]
}

/** What a frame says of its unit: one that is known, `foreign` as pounds are, or nothing. */
export type NamedUnit = WeightUnit | 'foreign' | undefined

/** The unit of a text field, which some indicators leave blank. */
export function namedUnit(text: string): NamedUnit {
  return text.trim() === '' ? undefined : (unitOf(text) ?? 'foreign')
}

/** The unit that counts: the set one speaks for a frame that names none, and never against one that does. */
function agreedUnit(named: NamedUnit, own: WeightUnit | undefined) {
  if (named === 'foreign') return { bad: 'unit' } as const
  const unit = named ?? own
  if (!unit) return { bad: 'unit' } as const
  return own && unit !== own ? ({ bad: 'other-unit' } as const) : { unit }
}

/** A sample, or the reason why these digits are none. */
export function weightEvent(
  shown: ShownWeight | undefined,
  { named, own }: FrameUnit,
  { net, tare, stable }: WeightFlags,
  raw: Uint8Array,
): ScaleEvent {
  if (!shown) return badFrame('alphabet', raw)
  const { unit, bad } = agreedUnit(named, own)
  if (bad) return badFrame(bad, raw)
  const grams = toGrams(shown, unit)
  const tareGrams = tare && toGrams(tare, unit)
  if (grams === undefined || (tare && tareGrams === undefined)) return badFrame('step', raw)
  return {
    kind: 'sample',
    grams,
    ...(net !== undefined && { net }),
    ...(tareGrams !== undefined && { tare: tareGrams }),
    stable,
    overload: false,
    underload: false,
    raw,
  }
}

/** The load is beyond the scale: there is no number, and nothing is stable. */
export function outOfRange(
  side: 'overload' | 'underload',
  raw: Uint8Array,
  net?: boolean,
): ScaleEvent {
  return {
    kind: 'sample',
    grams: null,
    ...(net !== undefined && { net }),
    stable: false,
    overload: side === 'overload',
    underload: side === 'underload',
    raw,
  }
}

export function badFrame(reason: BadReason, raw: Uint8Array, hint?: string): ScaleEvent {
  return { kind: 'bad', reason, raw, ...(hint !== undefined && { hint }) }
}

/** Bytes as characters without bit 7, which a 7E1 line read as 8N1 sets (devices.md 3.2, rule 4). */
export function asText(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]! & 0x7f)
  return text
}
