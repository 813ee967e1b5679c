const LATIN = 'ABEKMHOPCTYX'
const CYRILLIC = 'АВЕКМНОРСТУХ'

// L = one of the twelve letters, R = region of two or three digits without a list (domain.md 6.4).
const FORMS = ['L999LLR', 'LL999R', 'LL9999R', '9999LLR', 'L9999R', '999LR', 'LL999LR']
const RUSSIAN = new RegExp(
  `^(?:${FORMS.map((form) =>
    form.replaceAll('9', '\\d').replaceAll('L', `[${CYRILLIC}]`).replaceAll('R', '\\d{2,3}'),
  ).join('|')})$`,
  'u',
)

/** A plate as stored; `russian: false` is the flag `plate_unknown` and never stops a weighing. */
export interface NormalPlate {
  plate: string
  russian: boolean
}

/**
 * Upper case without separators and the word RUS; Latin twins become Cyrillic only when the
 * result is a Russian plate, any other text is kept as written (domain.md 6.4).
 */
export function normalizePlate(raw: string): NormalPlate {
  const text = raw
    .toUpperCase()
    .replace(/(?<!\p{L})RUS(?!\p{L})/gu, '')
    .replace(/[\s\-_.|]/gu, '')
  const mapped = cyrillicTwins(text)
  return RUSSIAN.test(mapped) ? { plate: mapped, russian: true } : { plate: text, russian: false }
}

/** Latin letters that look like those of Russian plates as the Cyrillic ones; also for a part of a plate. */
export function cyrillicTwins(text: string): string {
  return text.replace(/[ABEKMHOPCTYX]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)]!)
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
