import { PLATE_SIGNS } from '#contract/requisites/plate/plate-bodies.ts'

/** What the recogniser writes for a sign that it saw right: Latin twins and small letters. */
const OWN_LOOKALIKES: Record<string, string> = {
  А: 'AАaаΑ',
  В: 'BВвbΒß',
  Е: 'EЕeеΕ',
  К: 'KКkкΚ',
  М: 'MМmмΜ',
  Н: 'HНнΗ',
  О: 'OОoоΟ',
  Р: 'PРpрΡ',
  С: 'CСcс(',
  Т: 'TТtтΤ',
  У: 'YУyуΥ',
  Х: 'XХxхΧ×',
}
/** What it writes when it took a letter for a digit, a digit for a letter, or one of them for its neighbour. */
const ALIKE: Record<string, string> = {
  О: '0QD',
  С: 'G',
  В: '8',
  D: '0OО',
  G: '6CС',
  I: '1l',
  Q: '0OО',
  S: '5',
  Z: '27',
  '0': 'OОoоΟQD',
  '1': 'Il',
  '3': 'Зз',
  '5': 'Ss',
  '6': 'бG',
  '8': 'BВ',
  '9': 'gq',
}
/** Frame, bolts and flag of a plate; they count as the gap between signs (devices.md 6.2, point 4). */
const GAPS = ".·-|,:'`—_~^•°"

/** Among them those of dates, times and phones. */
const DIVIDERS = '.-:,'
const DIGITS = '0123456789'

/** How much less a sign counts where the recogniser saw one that only looks like it. */
export const ALIKE_COUNTS = 0.2
/** O and 0 differ by their height alone, which a strip hides. */
const O_COUNTS = 0.5
const O_TEXTS = new Set(['О', 'O', '0'])

/** Beside the flag at the left of a plate. */
const MARKS: Record<string, string> = { KZ: 'KZkz', BY: 'BYby', UA: 'UAua', AM: 'AMam', AZ: 'AZaz' }

/** The recogniser's classes of one sign and what each counts when readings are compared. */
export interface Sign {
  text: string
  classes: number[]
  counts: number[]
}
export interface PlateAlphabet {
  /** By the letters of PLATE_SIGNS. */
  signs: ReadonlyMap<string, readonly Sign[]>
  gaps: readonly number[]
  /** The mark of a country beside the signs, which may precede the first of them. */
  marks: ReadonlyMap<string, readonly number[]>
  /** The word RUS under the region, which may follow the last sign. */
  tail: readonly number[]
  /** Every letter and digit that a plate can show. */
  writing: ReadonlySet<number>
  /** The digits alone. */
  digits: ReadonlySet<number>
  /** What a date, a time and a phone have between their digits. */
  dividers: ReadonlySet<number>
}

/** Finds the signs among the recogniser's classes: 0 is the CTC blank, line n is n + 1, the last is the space. */
export function plateAlphabet(dictionary: readonly string[]): PlateAlphabet {
  const byText = new Map(dictionary.map((text, line) => [text, line + 1]))
  const classes = (looks: string) => [
    ...new Set([...looks].map((c) => byText.get(c)).filter((c) => c !== undefined)),
  ]
  const sign = (text: string): Sign => {
    const cyrillic = Object.keys(OWN_LOOKALIKES).find((key) => OWN_LOOKALIKES[key]!.includes(text))
    const own = classes(cyrillic ? OWN_LOOKALIKES[cyrillic]! : text + text.toLowerCase())
    const alike = classes(ALIKE[cyrillic ?? text] ?? '').filter((c) => !own.includes(c))
    const count = O_TEXTS.has(text) ? O_COUNTS : ALIKE_COUNTS
    return {
      text,
      classes: [...own, ...alike],
      counts: [...own.map(() => 1), ...alike.map(() => count)],
    }
  }
  const signs = new Map(
    Object.entries(PLATE_SIGNS).map(([kind, texts]) => [kind, [...texts].map(sign)]),
  )
  const gaps = [0, dictionary.length + 1, ...classes(GAPS)]
  return {
    signs,
    gaps,
    marks: new Map(Object.entries(MARKS).map(([country, mark]) => [country, classes(mark)])),
    tail: [...gaps, ...classes('RUSrusРУ')],
    writing: new Set([...signs.values()].flat().flatMap((s) => s.classes)),
    digits: new Set(classes(DIGITS)),
    dividers: new Set(classes(DIVIDERS)),
  }
}
