import { ownValue } from '../../core/own-value.ts'
import type { WeightUnit } from './scale-form.ts'

/** Digits as the indicator shows them: 12.50 is 1250 with two decimals; fewer than zero means ×10, ×100. */
export interface ShownWeight {
  digits: number
  decimals: number
  minus: boolean
}

const UNIT_G: Record<WeightUnit, number> = { g: 1, kg: 1000, t: 1_000_000 }
const UNITS: Record<string, WeightUnit> = { g: 'g', kg: 'kg', t: 't' }
/** Sign and digits may stand apart; a comma may stand for the point, one blank at the end for a point that whole units leave out. */
const NUMBER = /^ *([+-]?) *(?:(\d+) ?|(\d*)[.,](\d*))$/

/** A weight field of a text protocol, or undefined when it is no number. */
export function shownWeight(text: string): ShownWeight | undefined {
  const [, sign, all = '', whole = '', part = ''] = NUMBER.exec(text) ?? []
  const digits = all + whole + part
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
  return ownValue(UNITS, text.trim().toLowerCase())
}

/** What a frame says of its unit: a known unit, `foreign` such as pounds, or nothing. */
export type NamedUnit = WeightUnit | 'foreign' | undefined

/** The unit of a text field, which some indicators leave blank. */
export function namedUnit(text: string): NamedUnit {
  return text.trim() === '' ? undefined : (unitOf(text) ?? 'foreign')
}

/** The unit that counts: the configured unit applies to a frame that names none, and never against one that does. */
export function agreedUnit(named: NamedUnit, own: WeightUnit | undefined) {
  if (named === 'foreign') return { bad: 'unit' } as const
  const unit = named ?? own
  if (!unit) return { bad: 'unit' } as const
  return own && unit !== own ? ({ bad: 'other-unit' } as const) : { unit }
}
