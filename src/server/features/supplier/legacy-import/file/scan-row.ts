import { foldOld } from '../legacy-search.ts'

/** Facts about a row of a file from one pass over its bytes: half a million rows leave no time for two passes. */
export interface RowScan {
  /** Nothing but delimiters and spaces. */
  readonly empty: boolean
  readonly delimiters: number
  /** Letters of a letter and a sign above it: the folded text may differ from what `foldOld` makes. */
  readonly combining: boolean
  /** Why no value of the row can be trusted, in words. */
  readonly fault: string | undefined
}

const COMBINING = 1
const SPOILT = 2
const ZERO = 4
const FOREIGN = 8
const BLANK = 16
const UNUSUAL = 32
// One may be meant: «Лом®». Two are a wrong table.
const MANY_UNUSUAL = 2
const ZERO_DIGIT = 0x30
const NINE = 0x39

const folds = new Uint16Array(0x1_0000)
const marks = new Uint8Array(0x1_0000)
for (let code = 0; code < 0x1_0000; code++) {
  const sign = String.fromCharCode(code)
  folds[code] = (foldOld(sign) || sign).charCodeAt(0)
}
const mark = (from: number, to: number, meaning: number) => {
  for (let code = from; code <= to; code++) marks[code] = marks[code]! | meaning
}
mark(0x300, 0x36f, COMBINING)
mark(0xfffd, 0xfffd, SPOILT)
mark(0, 0, ZERO)
// What one byte a letter becomes under a wrong table: control signs, frames of tables, letters of Serbian and Macedonian.
mark(0x80, 0x9f, FOREIGN)
mark(0x2500, 0x259f, FOREIGN)
for (const letter of 'ЂЃЉЊЌЋЏђѓљњќћџЅѕЈј') mark(letter.charCodeAt(0), letter.charCodeAt(0), FOREIGN)
const usual = /[а-яёіїєґўА-ЯЁІЇЄҐЎ«»№—–…“”„’‘•°§·\u00a0]/
for (let code = 0x80; code < 0x1_0000; code++)
  if (!usual.test(String.fromCharCode(code))) mark(code, code, UNUSUAL)
// The last one ends files of DOS.
for (const sign of ' \t"\u00a0\u001a') mark(sign.charCodeAt(0), sign.charCodeAt(0), BLANK)

/** Scans the rows of one file; `oneByte` when its encoding has one byte a letter. */
export function openRowScan(delimiter: string, oneByte: boolean, longest: number) {
  const separator = delimiter.charCodeAt(0)
  const folded = new Uint16Array(longest)
  const bytes = Buffer.from(folded.buffer)
  const bare = Buffer.alloc(longest)
  let length = 0
  let bareLength = 0
  return {
    scan(text: string): RowScan {
      length = text.length
      bareLength = 0
      let seen = 0
      let delimiters = 0
      let signs = 0
      let unusual = 0
      for (let at = 0; at < length; at++) {
        const code = text.charCodeAt(at)
        folded[at] = folds[code]!
        const meaning = marks[code]!
        seen |= meaning
        if (meaning & UNUSUAL) unusual++
        if (code === separator) delimiters++
        else if (meaning !== BLANK) signs++
        if (code <= NINE && code >= ZERO_DIGIT) bare[bareLength++] = code
      }
      const combining = (seen & COMBINING) !== 0
      const foreign = oneByte && ((seen & FOREIGN) !== 0 || unusual >= MANY_UNUSUAL)
      return { empty: signs === 0, delimiters, combining, fault: faultOf(seen, foreign) }
    },
    /** The row scanned last as `foldOld` would have it, sign by sign. */
    folded: () => bytes.toString('utf16le', 0, 2 * length),
    /** Its digits without the separators between them. */
    digits: () => bare.toString('latin1', 0, bareLength),
  }
}

function faultOf(seen: number, foreign: boolean): string | undefined {
  if (seen & SPOILT) return 'буквы испорчены: байты не подходят к кодировке файла'
  if (seen & ZERO) return 'в строке нулевые байты'
  return foreign ? 'строка записана в другой кодировке' : undefined
}
