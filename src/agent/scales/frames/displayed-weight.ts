import type { WeightUnit } from '#contract/scales/form/scale-form.ts'
import {
  agreedUnit,
  toGrams,
  type NamedUnit,
  type ShownWeight,
} from '#contract/scales/form/shown-weight.ts'
import type { BadReason, ScaleEvent } from './scale-driver.ts'

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
