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

/** Letters of other alphabets that look like the Latin one before them: Greek, Coptic, Cherokee, Lisu, Armenian, rare Cyrillic. */
const ALIKE_LETTERS = [
  'AΑⲀᎪꓮ',
  'BΒⲂᏴꓐ',
  'EΕⲈᎬꓰ',
  'KΚⲔᏦꓗ',
  'MΜⲘᎷꓟϺ',
  'HΗⲎᎻꓧҺ',
  'OΟⲞꓳՕ',
  'PΡⲢᏢꓑ',
  'CϹⲤᏟꓚ',
  'TΤⲦᎢꓔ',
  'YΥⲨꓬҮ',
  'XΧⲬꓫ',
  'IΙⲒӀ',
  'JЈꓙ',
  'NΝⲚꓠ',
  'SЅᏚꓢՏ',
  'ZΖⲌᏃꓜ',
]
const LATIN_OF = new Map(
  ALIKE_LETTERS.flatMap(([latin, ...others]) => others.map((other) => [other, latin!])),
)
const LETTERS_OF_OTHERS = new RegExp(`[${[...LATIN_OF.keys()].join('')}]`, 'gu')

/**
 * As a field shows what was typed into it: upper case without separators and the word RUS, a Russian plate in Cyrillic.
 * What a plate of another country becomes is left to `normalizePlate`, whose table screens do not load.
 */
export function plateOfInput(raw: string): string {
  const text = foldLetters(raw).replace(/(?<!\p{L})RUS(?!\p{L})|[\s\-_.|]/gu, '')
  const mapped = toCyrillicLookalikes(text)
  return RUSSIAN.test(mapped) ? mapped : ofOneAlphabet(text)
}

/** Upper case, wide and ornamental forms as the plain ones, and letters of other alphabets as the Latin ones that they look like. */
function foldLetters(raw: string): string {
  const asLatin = (text: string) =>
    text.toUpperCase().replace(LETTERS_OF_OTHERS, (letter) => LATIN_OF.get(letter)!)
  // Before the plain forms too: that of a Greek «Ϲ» is Σ.
  return asLatin(asLatin(raw).normalize('NFKC'))
}

/** A text of both alphabets is of the one that has letters of its own in it, Latin where none has: nobody sees the difference. */
function ofOneAlphabet(text: string): string {
  if (!/[A-Z]/.test(text) || !/[А-ЯЁ]/.test(text)) return text
  return /[БГДЁЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯ]/.test(text) ? toCyrillicLookalikes(text) : toLatinLetters(text)
}

/** Latin letters that look like those of Russian plates as the Cyrillic ones; also for a part of a plate. */
export function toCyrillicLookalikes(text: string): string {
  return text.replace(/[ABEKMHOPCTYX]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)]!)
}

/** Cyrillic letters of Russian plates as the Latin ones, for plates of other countries. */
export function toLatinLetters(text: string): string {
  return text.replace(/[АВЕКМНОРСТУХ]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)]!)
}
