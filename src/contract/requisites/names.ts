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
