import { fitsCheckDigit } from '#contract/requisites/mrz/check-digit.ts'
import type { CellMatch } from './match-signs.ts'
import { allowedAt, type Check, type MrzLayout } from './mrz-layouts.ts'
import { SIGNS } from './sign-shapes.ts'

/** Signs of the lines of a document as they were read, and which of them cannot be believed. */
export interface ProvenLines {
  readonly lines: readonly string[]
  readonly isDoubtful: (line: number, at: number) => boolean
  /** All check digits fit. */
  readonly isProven: boolean
  /** How many do. */
  readonly fitting: number
}

/** By how much less alike another sign may be and still be what stands there. */
const DOUBT = 0.045
const DIFFERENT = 0.13
/** A second reading whose digits fit too makes its signs doubtful, unless it is so much less alike. */
const RIVAL = 0.08
/** Less alike than that is a stain or a finger; a sign that no digit proves has to be clearer, and so has the print as a whole. */
const LEAST_ALIKE = 0.5
const CLEAR = 0.78
const CLEAR_PRINT = 0.87
/** A line with more wrong signs is one that a person reads as badly. */
const MOST_CHANGES = 2
/** What all changes of a reading may lose together. */
const MOST_LOST = 0.16

interface Change {
  readonly line: number
  readonly at: number
  readonly sign: string
  readonly loss: number
}

interface Reading {
  readonly lines: readonly string[]
  readonly changes: readonly Change[]
  readonly loss: number
}

/**
 * The signs that stand in the lines. Where their check digits do not fit, up to two signs are taken for their second likeness, if all digits
 * of the document fit then and no other such reading does; nothing else is corrected. Signs for which another reading fits as well, or that no
 * digit proves and that look like another sign, are doubtful.
 */
export function proveSigns(
  layout: MrzLayout,
  matches: readonly (readonly CellMatch[])[],
): ProvenLines {
  const ranked = matches.map((cells, line) =>
    cells.map((match, at) => rankSigns(match, allowedAt(layout.lines[line]![at]!))),
  )
  const lines = ranked.map((cells) => cells.map(([best]) => best!.sign).join(''))
  const isClear = meanOfSigns(matches) >= CLEAR_PRINT
  const weak = (line: number, at: number) => {
    const [best, second] = ranked[line]![at]!
    const isChecked = isProvenAt(layout, line, at)
    if (!isChecked && (!isClear || best!.alike < CLEAR)) return true
    return best!.alike < LEAST_ALIKE || (second !== undefined && second.loss < DOUBT)
  }
  const fittingOf = (read: readonly string[]) =>
    layout.checks.filter((check) => fits(check, read)).length
  const [first, ...others] = readingsThatFit(layout, lines, ranked)
  const isCorrected = first !== undefined && first.changes.length > 0
  // A clear sign is not corrected: it is the print that is wrong, or forged.
  const isClearer = first?.changes.some(({ loss }) => loss >= DOUBT)
  if (!first || (isCorrected && (isClearer || others.length > 0)))
    return { lines, isDoubtful: weak, isProven: false, fitting: fittingOf(lines) }
  // Where letters and digits may stand, O and 0 would explain a wrong print as well: what was changed there stays doubtful.
  const unsure = first.changes.filter(({ line, at }) => layout.lines[line]![at] === 'x')
  const rivals = others.filter(({ loss }) => loss < RIVAL).flatMap(({ changes }) => changes)
  return {
    lines: first.lines,
    isDoubtful: (line, at) =>
      isProvenAt(layout, line, at)
        ? [...unsure, ...rivals].some((change) => change.line === line && change.at === at)
        : weak(line, at),
    isProven: true,
    fitting: layout.checks.length,
  }
}

/** How alike the signs of a document are to those of OCR-B; the filler is like its own in any print. */
export function meanOfSigns(matches: readonly (readonly CellMatch[])[]): number {
  const best = matches
    .flat()
    .filter((match) => match.indexOf(Math.max(...match)) !== FILLER)
    .map((match) => Math.max(...match))
  return best.reduce((sum, alike) => sum + alike, 0) / Math.max(1, best.length)
}

const FILLER = SIGNS.indexOf('<')

interface Ranked {
  readonly sign: string
  readonly alike: number
  readonly loss: number
}

function rankSigns(match: CellMatch, allowed: readonly number[]): Ranked[] {
  const most = Math.max(...allowed.map((sign) => match[sign]!))
  return allowed
    .map((sign) => ({ sign: SIGNS[sign]!, alike: match[sign]!, loss: most - match[sign]! }))
    .toSorted((a, b) => a.loss - b.loss)
}

/** The likeliest first: the signs as they are, then with one and two changes. */
function readingsThatFit(
  layout: MrzLayout,
  lines: readonly string[],
  ranked: readonly (readonly Ranked[][])[],
): Reading[] {
  const changes = ranked.flatMap((cells, line) =>
    cells.flatMap((signs, at) =>
      isProvenAt(layout, line, at)
        ? signs
            .slice(1)
            .filter(({ loss }) => loss < DIFFERENT)
            .map(({ sign, loss }) => ({ line, at, sign, loss }))
        : [],
    ),
  )
  const readings: Reading[] = []
  const add = (chosen: readonly Change[]) => {
    const loss = chosen.reduce((sum, change) => sum + change.loss, 0)
    if (loss > MOST_LOST) return
    const changed = chosen.reduce(applyChange, lines)
    if (layout.checks.every((check) => fits(check, changed)))
      readings.push({ lines: changed, changes: chosen, loss })
  }
  add([])
  for (const [i, one] of changes.entries()) {
    add([one])
    if (MOST_CHANGES < 2) continue
    for (const other of changes.slice(i + 1))
      if (other.line !== one.line || other.at !== one.at) add([one, other])
  }
  return readings.toSorted((a, b) => a.loss - b.loss)
}

function applyChange(lines: readonly string[], { line, at, sign }: Change): readonly string[] {
  return lines.with(line, lines[line]!.slice(0, at) + sign + lines[line]!.slice(at + 1))
}

function fits({ spans, digit: [line, at] }: Check, lines: readonly string[]): boolean {
  const signs = spans.map(([of, from, to]) => lines[of]!.slice(from, to)).join('')
  const check = lines[line]![at]!
  // Optional data that are not there may have no digit.
  return /^<+$/.test(signs) && check === '<' ? true : fitsCheckDigit(signs, check)
}

function isProvenAt({ checks }: MrzLayout, line: number, at: number): boolean {
  return checks.some(
    ({ spans, digit }) =>
      (digit[0] === line && digit[1] === at) ||
      spans.some(([of, from, to]) => of === line && at >= from && at < to),
  )
}
