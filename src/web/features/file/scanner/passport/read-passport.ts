import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { findLines, type SignLine } from './find-lines.ts'
import { findMarks, INK } from './find-marks.ts'
import { turnQuarter, type GreyPicture } from './grey-picture.ts'
import { matchLine, type CellMatch } from './match-signs.ts'
import { allowedAt, isLiteral, MRZ_LAYOUTS, type MrzLayout, type Span } from './mrz-layouts.ts'
import { meanOfSigns, proveSigns, type ProvenLines } from './prove-signs.ts'

/** What a picture of a document says. */
export interface PassportReading {
  /** Without the fields that are not proven. */
  readonly document: MachineReadable
  /** All check digits fit and no sign is doubtful. */
  readonly isWhole: boolean
  /** How many check digits do not fit; kinds of documents have more or fewer of them. */
  readonly failing: number
  /** How alike the signs are to those that may stand at their places, 1 at most. */
  readonly likeness: number
  readonly lines: readonly string[]
}

/** A sign that always stands at its place may be so much less alike than another. */
const LITERAL_LOSS = 0.1
/** On the average; less is another font or a picture that stands on its head. */
const LEAST_ALIKE = 0.68
/** Signs that were made up would have one by chance; a damaged sign spoils two, its own and that of the whole. */
const LEAST_FITTING = 2
/** Lines of a document stand so far apart, in widths of a cell: 2.5, more or less where it was taken askew. */
const APART = [1.7, 3.4] as const

/** Reads the machine-readable lines of a document, in whichever of its `quarters` the picture lies; nothing where there are none. */
export function readPassport(
  picture: GreyPicture,
  today: () => string,
  quarters = 4,
): PassportReading | undefined {
  for (const ink of INK) {
    let turned = picture
    for (let turn = 0; turn < quarters; turn++) {
      if (turn > 0) turned = turnQuarter(turned)
      const reading = readUpright(turned, ink, today)
      if (reading) return reading
    }
  }
  return undefined
}

function readUpright(
  picture: GreyPicture,
  ink: number,
  today: () => string,
): PassportReading | undefined {
  const lines = findLines(findMarks(picture, ink))
  for (const group of groupsOf(lines)) {
    const matches = group.map((courses) => courses.map((line) => matchLine(picture, line)))
    const readings = combine(matches).flatMap((one) => readGroup(one, today) ?? [])
    if (readings.length > 0) return readings.reduce((a, b) => (isBetter(b, a) ? b : a))
  }
  return undefined
}

/** Of several courses the one whose signs the digits prove best; those of names have none, so their likeness decides. */
function isBetter(a: PassportReading, b: PassportReading): boolean {
  return a.failing === b.failing ? a.likeness > b.likeness : a.failing < b.failing
}

/** Neighbouring lines as many as a document has, the lowest first: the lines are at the foot of a page. */
function groupsOf(lines: readonly (readonly SignLine[])[]) {
  return lines
    .flatMap((_, i) => [lines.slice(i, i + 2), lines.slice(i, i + 3)])
    .filter((group) => group.length === linesOf(group[0]![0]!.cells) && group.every(isBelow))
    .toReversed()
}

const linesOf = (cells: number) => (cells === 30 ? 3 : 2)

function isBelow(
  [line]: readonly SignLine[],
  at: number,
  group: readonly (readonly SignLine[])[],
): boolean {
  const above = group[at - 1]?.[0]
  if (!above) return true
  const apart = (line!.y(line!.cells / 2) - above.y(above.cells / 2)) / line!.pitch
  return line!.cells === above.cells && apart > APART[0] && apart < APART[1]
}

/** Each course of each line with each of the others. */
function combine<T>(group: readonly (readonly T[])[]): T[][] {
  return group.reduce<T[][]>(
    (all, courses) => all.flatMap((before) => courses.map((line) => [...before, line])),
    [[]],
  )
}

function readGroup(
  matches: readonly (readonly CellMatch[])[],
  today: () => string,
): PassportReading | undefined {
  const layout = MRZ_LAYOUTS.find((one) => isFitting(one, matches))
  if (!layout) return undefined
  const proven = proveSigns(layout, matches)
  if (proven.fitting < LEAST_FITTING) return undefined
  const document = openMrzReading(today)(proven.lines.join(''))
  if (typeof document !== 'object') return undefined
  const hidden = hiddenFields(layout, proven)
  return {
    document: { ...document, ...Object.fromEntries(hidden.map((field) => [field, undefined])) },
    isWhole: proven.isProven && hidden.length === 0,
    failing: layout.checks.length - proven.fitting,
    likeness: likenessOf(layout, matches),
    lines: proven.lines,
  }
}

function isFitting(layout: MrzLayout, matches: readonly (readonly CellMatch[])[]): boolean {
  if (layout.lines.length !== matches.length) return false
  if (layout.lines.some((line, i) => line.length !== matches[i]!.length)) return false
  if (meanOfSigns(matches) < LEAST_ALIKE) return false
  const best = matches.map((cells) => cells.map((match) => Math.max(...match)))
  return layout.lines.every((line, i) =>
    [...line].every(
      (place, at) =>
        !isLiteral(place) || matches[i]![at]![allowedAt(place)[0]!]! > best[i]![at]! - LITERAL_LOSS,
    ),
  )
}

function likenessOf(layout: MrzLayout, matches: readonly (readonly CellMatch[])[]): number {
  const all = matches.flatMap((cells, line) =>
    cells.map((match, at) =>
      Math.max(...allowedAt(layout.lines[line]![at]!).map((sign) => match[sign]!)),
    ),
  )
  return all.reduce((sum, alike) => sum + alike, 0) / all.length
}

/** Fields with a sign that cannot be believed; those whose check digit does not fit are not in the document at all. */
function hiddenFields(layout: MrzLayout, proven: ProvenLines): (keyof MachineReadable)[] {
  const isHidden = ([line, from, to]: Span) =>
    Array.from({ length: to - from }, (_, i) => from + i).some((at) => proven.isDoubtful(line, at))
  const ofChecks = layout.checks
    .filter(({ spans, digit: [line, at] }) => spans.some(isHidden) || proven.isDoubtful(line, at))
    .flatMap(({ fields }) => fields)
  const ofNames = nameSpans(layout.names, proven.lines).flatMap(([field, span]) =>
    isHidden(span) ? [field] : [],
  )
  return [
    ...ofChecks,
    ...ofNames,
    ...(isHidden(layout.nationality) ? ['citizenship' as const] : []),
  ]
}

/** Where the parts of a name stand, with what ends each. */
function nameSpans([line, from, to]: Span, lines: readonly string[]) {
  const text = lines[line]!.slice(from, to)
  const last = text.search(/<<|$/)
  const first = text.slice(last + 2).search(/<|$/) + last + 2
  const end = Math.min(text.search(/<*$/) + 2, text.length)
  const span = (start: number, stop: number): Span => [
    line,
    from + start,
    Math.min(from + stop, to),
  ]
  return [
    ['last_name', span(0, last + 2)],
    ['first_name', span(last + 2, first + 1)],
    ['middle_name', span(first + 1, Math.max(first + 1, end))],
  ] as const
}
