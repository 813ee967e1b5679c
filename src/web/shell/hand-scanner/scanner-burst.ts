import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'

/** A key as the keyboard reports it; `code` is its place, so the layout does not matter. */
export interface Press {
  readonly code: string
  readonly shift: boolean
  /** `event.timeStamp`, ms. */
  readonly at: number
}

/** What a key is: of a person, of a scanner that is still sending, or the end of what it has read; and what has come so far. */
export type Verdict =
  | { readonly kind: 'typed'; readonly isFirst: boolean; readonly text: string }
  | { readonly kind: 'held'; readonly text: string }
  | { readonly kind: 'scanned'; readonly text: string }

/** No person types so fast; a held key repeats about as fast, and the caller leaves its repeats out. */
const GAP_MS = 35
/** Shorter texts may be two keys that were struck together. */
const SHORTEST = 6
/** From here on a fast key is a scanner's: the shortcuts of a screen are single keys. */
const HELD_FROM = 5

/** Tells a hand-held scanner, which is a keyboard to the browser, from a person by its pace and its last key. */
export function openBurst() {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    forget() {
      text = ''
    },
    take({ code, shift, at }: Press): Verdict {
      const isFast = at - last <= GAP_MS
      last = at
      if (/^(?:Numpad)?Enter$|^Tab$/.test(code)) {
        const whole = text
        text = ''
        if (isFast && whole.length >= SHORTEST) return { kind: 'scanned', text: whole }
        return { kind: 'typed', isFirst: false, text }
      }
      // A scanner presses it before each capital letter and each sign above a digit.
      if (code.startsWith('Shift')) return { kind: 'typed', isFirst: false, text }
      const sign = signOf(code, shift)
      text = sign === undefined ? '' : isFast ? text + sign : sign
      if (text.length >= HELD_FROM) return { kind: 'held', text }
      return { kind: 'typed', isFirst: text.length === 1, text }
    },
  }
}

/** Keys of signs in the layout that scanners send by default: alone, and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Backquote: '`~',
  Space: '  ',
  NumpadDivide: '//',
  NumpadSubtract: '--',
  NumpadDecimal: '..',
}
const ABOVE_DIGITS = ')!@#$%^&*('

function signOf(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shift ? letter : letter.toLowerCase()
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit) return shift && digit[1] === 'Digit' ? ABOVE_DIGITS[Number(digit[2])] : digit[2]
  return SIGNS[code]?.[shift ? 1 : 0]
}

/** A scanner sends the lines of one document within it, ms. */
const BETWEEN_LINES_MS = 3000

/** As a first line begins: what it is and whose. */
const FIRST_LINE = /^[PIAC][A-Z0-9<][A-Z<]{3}/

/** Finds the lines of a passport among what a hand-held scanner sends on any screen, from their first signs on. */
export function openPassportLines(today: () => string) {
  const read = openMrzReading(today)
  let nextUntil = Number.NEGATIVE_INFINITY
  return {
    /** Whether signs that are still coming may be such lines: they are personal data, so no field writes them down meanwhile. */
    mayBegin: (text: string, at: number) =>
      FIRST_LINE.test(text) || (text.length > 1 && at <= nextUntil),
    take(text: string, at: number): MachineReadable | 'more' | undefined {
      const found = read(text)
      nextUntil = found === 'more' ? at + BETWEEN_LINES_MS : Number.NEGATIVE_INFINITY
      return found
    },
  }
}
