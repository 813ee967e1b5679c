import { LOOKALIKES } from '#contract/requisites/names.ts'

// A search of a whole name has three words; more would only slow the old base down.
const MAX_WORDS = 5
// Fewer digits are met in every phone.
const SHORTEST_NUMBER = 4

/** A typed search: words for names and numbers, digits for phones and documents. */
export interface LegacySearch {
  readonly words: readonly string[]
  /** Digits alone, without the leading 7 or 8 of a whole phone; null when the text is no number. */
  readonly digits: string | null
}

export function parseLegacySearch(text: string): LegacySearch {
  const digits = text.replaceAll(/\D/g, '')
  const isNumber = digits.length >= SHORTEST_NUMBER && !/\p{L}/u.test(text)
  const phone = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits
  return {
    words: foldOld(text).split(' ').filter(Boolean).slice(0, MAX_WORDS),
    digits: isNumber ? phone : null,
  }
}

/** A text as it is compared: lower case, ё as е, Latin look-alikes as Cyrillic; the SQL of `sqlQuestions` does the same. */
export function foldOld(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[a-z]/g, (letter) => {
      const place = LOOKALIKES.latin.indexOf(letter)
      return place < 0 ? letter : LOOKALIKES.cyrillic[place]!
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
}
