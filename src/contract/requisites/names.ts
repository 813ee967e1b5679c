/**
 * A holder's name as compared: upper case, Ё as Е, single spaces, hyphens kept (payments.md 8).
 */
export function normalizeHolderName(name: string): string {
  return name.normalize('NFC').toUpperCase().replaceAll('Ё', 'Е').replace(/\s+/gu, ' ').trim()
}

/**
 * Compares the typed holder with the supplier's full name; an empty holder is `unknown`, not a
 * mismatch.
 */
export function matchHolder(holder: string, supplier: string): 'match' | 'mismatch' | 'unknown' {
  const typed = normalizeHolderName(holder)
  if (typed === '') return 'unknown'
  return typed === normalizeHolderName(supplier) ? 'match' : 'mismatch'
}

/** The parts of a person's name, as compared with what a bank tells. */
export interface PersonName {
  readonly last_name: string | null
  readonly first_name: string | null
  readonly middle_name: string | null
}

/**
 * Whether the masked name that a bank tells may be the supplier's: «Иван Иванович И.», in any order, letters or stars for what is
 * hidden. Each word must fit a part of its own; first and last name must be named, one of them whole: a middle name with two
 * letters is also that of a stranger whose last name it is.
 */
export function fitsMaskedName(told: string, name: PersonName): boolean {
  const last = partsOf(name.last_name)
  const first = partsOf(name.first_name)
  const parts = [...last, ...first, ...partsOf(name.middle_name)]
  const words = splitWords(told)
  const isLast = (place: number) => place < last.length
  const isFirst = (place: number) => !isLast(place) && place < last.length + first.length
  if (words.length > parts.length || words.length > MOST_WORDS) return false
  const isWhole = (place: number, at: number) =>
    (isLast(place) || isFirst(place)) && words[at] === parts[place] && words[at]!.length > 1
  return assignments(words, parts).some(
    (places) => places.some(isLast) && places.some(isFirst) && places.some(isWhole),
  )
}

// No name that a bank tells has more; the ways to give words to parts grow fast with their number.
const MOST_WORDS = 6

/** Every way to give each word a part of its own that it fits; a part that is taken is empty. */
function assignments(words: readonly string[], parts: readonly string[]): number[][] {
  const [word, ...others] = words
  if (word === undefined) return [[]]
  return parts.flatMap((part, place) =>
    part !== '' && fitsPart(word, part)
      ? assignments(others, parts.with(place, '')).map((places) => [place, ...places])
      : [],
  )
}

/** A word is a part, its first letter, or the part with stars for hidden letters. */
function fitsPart(word: string, part: string): boolean {
  if (word.length === 1) return part.startsWith(word)
  if (!word.includes('*')) return word === part
  const [begin = '', ...others] = word.split(/\*+/u)
  const end = others.pop() ?? ''
  if (!part.startsWith(begin) || !part.endsWith(end)) return false
  // Stars between two pieces hide a letter or more, and no letter is shown twice.
  let next = begin.length + 1
  for (const piece of others) {
    const at = part.indexOf(piece, next)
    if (at < 0) return false
    next = at + piece.length + 1
  }
  return next <= part.length - end.length
}

function splitWords(told: string): string[] {
  return partsOf(told.replaceAll('.', ' ')).filter((word) => /\p{L}/u.test(word))
}

function partsOf(name: string | null): string[] {
  return nameSearchText(name ?? '')
    .toUpperCase()
    .split(' ')
    .filter(Boolean)
}

/**
 * The text by which names are found: lower case, ё as е, single spaces; both sides of a search
 * pass through it.
 */
export function nameSearchText(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain.replaceAll(/[a-zа-я]+/gu, inOneAlphabet)
}

/** Latin letters that look like Cyrillic ones and stand in their place, and those. */
export const LOOKALIKES = { latin: 'aeopcxykmtbh', cyrillic: 'аеорсхукмтвн' } as const

/** A word of both alphabets is Russian with stray Latin letters; one that is all Latin stays as it is. */
function inOneAlphabet(word: string): string {
  if (!/[а-я]/u.test(word)) return word
  return word.replaceAll(/[a-z]/gu, (letter) => {
    const place = LOOKALIKES.latin.indexOf(letter)
    return place < 0 ? letter : LOOKALIKES.cyrillic[place]!
  })
}
