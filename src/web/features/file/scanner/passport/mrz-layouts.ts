import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { SIGNS } from './sign-shapes.ts'

/** Signs of one line, the last not included. */
export type Span = readonly [line: number, from: number, to: number]

/** Signs and the place of the digit that proves them. */
export interface Check {
  readonly spans: readonly Span[]
  readonly digit: readonly [line: number, at: number]
  /** What is known only by these signs. */
  readonly fields: readonly (keyof MachineReadable)[]
}

/** Where a kind of document has which signs (ICAO 9303, and devices.md 7 for the internal passport). */
export interface MrzLayout {
  /** Of each place what may stand there: a key of `CLASSES`, or a sign that always does. */
  readonly lines: readonly string[]
  readonly checks: readonly Check[]
  readonly names: Span
  /** Whose citizen: no digit proves it. */
  readonly nationality: Span
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const CLASSES: Readonly<Record<string, string>> = {
  a: `${LETTERS}<`,
  d: DIGITS,
  i: 'IAC',
  n: `${DIGITS}<`,
  // Letters of the internal passport that Latin lacks are digits.
  r: `${LETTERS}2346789<`,
  s: 'MFX<',
  x: SIGNS,
}

/** Which of `SIGNS` may stand at a place. */
export function allowedAt(place: string): readonly number[] {
  return [...(CLASSES[place] ?? place)].map((sign) => SIGNS.indexOf(sign))
}

export const isLiteral = (place: string) => !(place in CLASSES)

const span = (line: number, from: number, to: number): Span => [line, from, to]

/** Both documents of two lines of 44 signs prove their number and the day of birth alike, and the whole by the last digit. */
const NUMBER = span(1, 0, 9)
const BIRTH = span(1, 13, 19)
const OF_44 = {
  number: { spans: [NUMBER], digit: [1, 9] },
  birth: { spans: [BIRTH], digit: [1, 19], fields: ['birth_date'] },
  whole: {
    spans: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)],
    digit: [1, 43],
    fields: [],
  },
} as const

const INTERNAL: MrzLayout = {
  lines: [
    `PNRUS${'r'.repeat(39)}`,
    `${'d'.repeat(10)}RUS${'d'.repeat(7)}s${'<'.repeat(7)}${'n'.repeat(13)}<dd`,
  ],
  checks: [
    { ...OF_44.number, fields: ['series', 'number'] },
    OF_44.birth,
    {
      spans: [span(1, 28, 42)],
      digit: [1, 42],
      fields: ['series', 'number', 'issued_at', 'dept_code'],
    },
    OF_44.whole,
  ],
  names: [0, 5, 44],
  nationality: [1, 10, 13],
}

/** TD3, and TD2 with eight signs less: they differ in what fills the end. */
function passport(head: string, number: string, nationality: string, length: 44 | 36): MrzLayout {
  const isLong = length === 44
  return {
    lines: [
      head + 'a'.repeat(length - head.length),
      `${number}n${nationality}${'d'.repeat(7)}s${'n'.repeat(7)}${isLong ? `${'x'.repeat(14)}nd` : `${'x'.repeat(7)}d`}`,
    ],
    checks: [
      { ...OF_44.number, fields: ['number'] },
      OF_44.birth,
      { spans: [span(1, 21, 27)], digit: [1, 27], fields: ['doc_expires_on'] },
      ...(isLong ? [{ spans: [span(1, 28, 42)], digit: [1, 42], fields: [] } as const] : []),
      {
        spans: [span(1, 0, 10), span(1, 13, 20), span(1, 21, length - 1)],
        digit: [1, length - 1],
        fields: [],
      },
    ],
    names: [0, 5, length],
    nationality: [1, 10, 13],
  }
}

const CARD: MrzLayout = {
  lines: [
    `iaaaa${'x'.repeat(9)}n${'x'.repeat(15)}`,
    `${'d'.repeat(7)}s${'n'.repeat(7)}aaa${'x'.repeat(11)}d`,
    'a'.repeat(30),
  ],
  checks: [
    { spans: [span(0, 5, 14)], digit: [0, 14], fields: ['number'] },
    { spans: [span(1, 0, 6)], digit: [1, 6], fields: ['birth_date'] },
    { spans: [span(1, 8, 14)], digit: [1, 14], fields: ['doc_expires_on'] },
    {
      spans: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      digit: [1, 29],
      fields: [],
    },
  ],
  names: [2, 0, 30],
  nationality: [1, 15, 18],
}

/** Those that allow less first: a passport of Russia has no letter in its number. */
export const MRZ_LAYOUTS: readonly MrzLayout[] = [
  INTERNAL,
  passport('PaRUS', 'd'.repeat(9), 'RUS', 44),
  passport('Paaaa', 'x'.repeat(9), 'aaa', 44),
  passport('aaaaa', 'x'.repeat(9), 'aaa', 36),
  CARD,
]
