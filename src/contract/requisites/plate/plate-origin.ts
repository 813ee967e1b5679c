import type { PlateCountry } from './plate-bodies.ts'
import { normalizePlate } from './plate.ts'

const NAMES: Readonly<Record<PlateCountry, string>> = {
  RU: 'Россия',
  KZ: 'Казахстан',
  BY: 'Беларусь',
  UA: 'Украина',
  AM: 'Армения',
  AZ: 'Азербайджан',
  KG: 'Киргизия',
  UZ: 'Узбекистан',
}

/** «Казахстан», «Армения или Азербайджан»; undefined for a Russian plate and for a form without a known issuer. */
export function foreignOrigin(plate: string): string | undefined {
  const { countries } = normalizePlate(plate)
  if (countries.length === 0 || countries.includes('RU')) return undefined
  return countries.map((country) => NAMES[country]).join(' или ')
}
