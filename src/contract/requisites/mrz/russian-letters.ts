import { ownValue } from '../../core/own-value.ts'
/** How the machine-readable line of a Russian internal passport writes letters: one sign each, so it can be read back. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'Б',
  V: 'В',
  G: 'Г',
  D: 'Д',
  E: 'Е',
  2: 'Ё',
  J: 'Ж',
  Z: 'З',
  I: 'И',
  Q: 'Й',
  K: 'К',
  L: 'Л',
  M: 'М',
  N: 'Н',
  O: 'О',
  P: 'П',
  R: 'Р',
  S: 'С',
  T: 'Т',
  U: 'У',
  F: 'Ф',
  H: 'Х',
  C: 'Ц',
  3: 'Ч',
  4: 'Ш',
  W: 'Щ',
  X: 'Ъ',
  Y: 'Ы',
  9: 'Ь',
  6: 'Э',
  7: 'Ю',
  8: 'Я',
}

export function russianLetters(text: string): string {
  return text.replaceAll(/[A-Z0-9]/g, (sign) => ownValue(LETTERS, sign) ?? '')
}
