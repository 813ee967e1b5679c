import { plateOfInput, toLatinLetters } from './russian-plate.ts'
import { countriesOf, type PlateCountry } from './plate-bodies.ts'

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
  const typed = plateOfInput(raw)
  const latin = toLatinLetters(typed)
  const foreign = countriesOf(latin)
  const own = countriesOf(typed).includes('RU')
  if (own) return { plate: typed, countries: ['RU', ...foreign] }
  return { plate: foreign.length > 0 ? latin : typed, countries: foreign }
}

/** Of a field that takes any words: a plate of a known form as it is stored, everything else as typed. */
export function plateOrWords(typed: string): string {
  const { plate, countries } = normalizePlate(typed)
  return countries.length > 0 ? plate : typed
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
