import { ownValue } from '../../core/own-value.ts'
import { RUSSIAN_BODIES } from './russian-plate.ts'

/** A country whose plates are read as what they are. */
export type PlateCountry = keyof typeof PLATE_BODIES

const DIGITS = '0123456789'

/** Russian plates use the twelve letters with a Latin twin; `B` are those of Belarus and Ukraine, `A` is any Latin letter. */
export const PLATE_SIGNS: Readonly<Record<string, string>> = {
  L: 'АВЕКМНОРСТУХ',
  B: 'ABCEHIKMOPTXY',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '9': DIGITS,
  Z: DIGITS,
}

/**
 * The texts of PLATE_FORMS by country, Russia first; they stand apart since every screen with a plate loads them, and
 * what a plate looks like is for the recogniser alone.
 */
export const PLATE_BODIES = {
  RU: RUSSIAN_BODIES,
  KZ: ['999AAAZZ', '999AAZZ'],
  BY: ['9999BB9', 'B9999B9', 'BB99999'],
  UA: ['BB9999BB'],
  AM: ['99AA999', '999AA99'],
  AZ: ['99AA999'],
  KG: ['ZZ999AAA'],
  UZ: ['ZZA999AA', 'ZZ999AAA'],
} as const

/** What the digits `Z` of a region may spell. */
const PLATE_REGIONS: Readonly<Partial<Record<PlateCountry, string>>> = {
  KZ: '0[1-9]|1\\d|20',
  KG: '0[1-9]',
  UZ: '01|[1-9]0|[2789]5',
}

const PATTERNS = Object.entries(PLATE_BODIES).map(
  ([country, bodies]) =>
    [
      country as PlateCountry,
      new RegExp(`^(?:${bodies.map((body) => patternOf(body, country)).join('|')})$`, 'u'),
    ] as const,
)

/** Who gives out a normalised text, Russia first; several countries share some. */
export function countriesOf(plate: string): PlateCountry[] {
  return PATTERNS.filter(([, pattern]) => pattern.test(plate)).map(([country]) => country)
}

function patternOf(body: string, country: string): string {
  return body.replace(/ZZ|./g, (sign) => {
    if (sign === 'ZZ') return `(?:${PLATE_REGIONS[country as PlateCountry]})`
    return sign === 'R' ? '\\d{2,3}' : `[${ownValue(PLATE_SIGNS, sign)}]`
  })
}
