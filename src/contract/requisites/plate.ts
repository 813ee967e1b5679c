import { PLATE_COUNTRIES, plateFormsOf, type PlateCountry } from './plate-forms.ts'

const LATIN = 'ABEKMHOPCTYX'
const CYRILLIC = 'АВЕКМНОРСТУХ'

/**
 * A plate as stored. `countries` are those that give out such a text, Russia first; none is the flag `plate_unknown`, which
 * never stops a weighing.
 */
export interface NormalPlate {
  plate: string
  countries: readonly PlateCountry[]
}

/**
 * Upper case without separators and the word RUS. A Russian plate is stored in Cyrillic and a known foreign one in
 * Latin letters, whichever were typed; any other text is kept as written (domain.md 6.4).
 */
export function normalizePlate(raw: string): NormalPlate {
  const text = raw
    .toUpperCase()
    .replace(/(?<!\p{L})RUS(?!\p{L})/gu, '')
    .replace(/[\s\-_.|]/gu, '')
  const cyrillic = cyrillicTwins(text)
  if (countriesOf(cyrillic).includes('RU'))
    return { plate: cyrillic, countries: countriesOfText(cyrillic) }
  const latin = latinTwins(text)
  const countries = countriesOf(latin)
  return { plate: countries.length > 0 ? latin : text, countries }
}

/** «Казахстан», «Армения или Азербайджан»; undefined for a Russian plate and for a form that nobody is known to give out. */
export function foreignOrigin(plate: string): string | undefined {
  const { countries } = normalizePlate(plate)
  if (countries.length === 0 || countries.includes('RU')) return undefined
  return countries.map((country) => PLATE_COUNTRIES[country]).join(' или ')
}

function countriesOf(plate: string): PlateCountry[] {
  return [...new Set(plateFormsOf(plate).map(({ country }) => country))]
}

function countriesOfText(cyrillic: string): PlateCountry[] {
  return [...new Set([...countriesOf(cyrillic), ...countriesOf(latinTwins(cyrillic))])]
}

/** Latin letters that look like those of Russian plates as the Cyrillic ones; also for a part of a plate. */
export function cyrillicTwins(text: string): string {
  return text.replace(/[ABEKMHOPCTYX]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)]!)
}

/** The other way round, for plates of other countries. */
export function latinTwins(text: string): string {
  return text.replace(/[АВЕКМНОРСТУХ]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)]!)
}

/**
 * True when one character is changed, added or left out: such plates are only offered, never
 * taken.
 */
export function isOneCharacterAway(a: string, b: string): boolean {
  if (a.length > b.length) return isOneCharacterAway(b, a)
  if (b.length - a.length > 1 || a === b) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const rest = a.length === b.length ? same + 1 : same
  return a.slice(rest) === b.slice(same + 1)
}
