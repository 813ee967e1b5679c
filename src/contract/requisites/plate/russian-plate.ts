const LATIN = 'ABEKMHOPCTYX'
const CYRILLIC = 'АВЕКМНОРСТУХ'

/** L = one of the twelve letters, R = region of two or three digits without a list (domain.md 6.4). */
export const RUSSIAN_BODIES = [
  'L999LLR',
  'LL9999R',
  'LL999R',
  '9999LLR',
  'L9999R',
  '999LR',
  'LL999LR',
] as const
const RUSSIAN = new RegExp(
  `^(?:${RUSSIAN_BODIES.map((form) =>
    form.replaceAll('9', '\\d').replaceAll('L', `[${CYRILLIC}]`).replaceAll('R', '\\d{2,3}'),
  ).join('|')})$`,
  'u',
)

/**
 * As a field shows what was typed into it: upper case without separators and the word RUS, a Russian plate in Cyrillic.
 * What a plate of another country becomes is left to `normalizePlate`, whose table screens do not load.
 */
export function plateOfInput(raw: string): string {
  const text = raw.toUpperCase().replace(/(?<!\p{L})RUS(?!\p{L})|[\s\-_.|]/gu, '')
  const mapped = toCyrillicLookalikes(text)
  return RUSSIAN.test(mapped) ? mapped : text
}

/** Latin letters that look like those of Russian plates as the Cyrillic ones; also for a part of a plate. */
export function toCyrillicLookalikes(text: string): string {
  return text.replace(/[ABEKMHOPCTYX]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)]!)
}
