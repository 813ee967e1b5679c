/** What the recogniser may answer for each sign of a plate: Latin twins, small letters, its own mistakes. */
const LETTERS: Record<string, string> = {
  А: 'AАaаΑ',
  В: 'BВвbΒ8ß',
  Е: 'EЕeеΕ',
  К: 'KКkкΚ',
  М: 'MМmмΜ',
  Н: 'HНнΗ',
  О: 'OОoоΟ0QD',
  Р: 'PРpрΡ',
  С: 'CСcсСG(',
  Т: 'TТtтΤ',
  У: 'YУyуΥ',
  Х: 'XХxхΧ×',
}
const DIGITS: Record<string, string> = {
  '0': '0OОoоΟQD',
  '1': '1Il',
  // Z stands for 2 and for 7 alike, so it counts as neither.
  '2': '2',
  '3': '3Зз',
  '4': '4',
  '5': '5Ss',
  '6': '6бG',
  '7': '7',
  '8': '8BВ',
  '9': '9gq',
}
/** Frame, bolts and flag of a plate; they count as the gap between signs (devices.md 6.2, point 4). */
const GAPS = ".·-|,:'`—_~^•°"

/** The recogniser's classes of one sign. */
export interface Sign {
  text: string
  classes: number[]
}
export interface PlateAlphabet {
  letters: Sign[]
  digits: Sign[]
  gaps: number[]
  /** The word RUS under the region, which may follow the last sign. */
  tail: number[]
}

/** Finds the signs among the recogniser's classes: 0 is the CTC blank, line n is n + 1, the last is the space. */
export function plateAlphabet(dictionary: readonly string[]): PlateAlphabet {
  const byText = new Map(dictionary.map((text, line) => [text, line + 1]))
  const classes = (looks: string) => [
    ...new Set([...looks].map((c) => byText.get(c)).filter((c) => c !== undefined)),
  ]
  const signs = (table: Record<string, string>) =>
    Object.entries(table).map(([text, looks]) => ({ text, classes: classes(looks) }))
  const gaps = [0, dictionary.length + 1, ...classes(GAPS)]
  return {
    letters: signs(LETTERS),
    digits: signs(DIGITS),
    gaps,
    tail: [...gaps, ...classes('RUSrusРУ')],
  }
}
