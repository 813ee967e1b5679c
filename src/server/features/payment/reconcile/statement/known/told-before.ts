import type { Tx } from '../../../../../db/handle.ts'
import { markersOf, NO_POSTING_DAY } from '../line-facts.ts'
import type { FileLine } from '../statement-file.ts'
import { linesLike, otherOf, plainNumber, type StoredLine } from './told-before-queries.ts'

/** With the marks of the payments that it names. */
type MarkedLine = StoredLine & { readonly marks: readonly string[] }

/**
 * Finds lines of a file that an earlier file of the account told in other words: with zeros before the number, or with no number at all.
 * Each stored line is told once more by one line at most. A line with our mark is new beside one without it: it says more.
 */
export function openToldBefore(tx: Tx, statementId: string, account: string) {
  const used = new Set<string>()
  return async (lines: readonly FileLine[]): Promise<ReadonlySet<FileLine>> => {
    const stored = await linesLike(tx, statementId, account, lines)
    const keys = new Map(stored.map((one) => [one.key, one.id]))
    // What the same words told before is known by its key.
    for (const { key } of lines) if (keys.has(key)) used.add(keys.get(key)!)
    const shelves = shelve(stored.filter(({ id }) => !used.has(id)))
    const told = new Set<FileLine>()
    // A line that has its number takes the stored one of this number before another, which has none, may.
    for (const shelfOf of [ofSameNumber, ofMarksAlone, ofLackedNumber])
      for (const line of lines) {
        if (keys.has(line.key) || told.has(line)) continue
        const found = shelves
          .get(shelfOf(line) ?? '')
          ?.find((one) => !used.has(one.id) && isAlike(line, one))
        if (!found) continue
        used.add(found.id)
        told.add(line)
      }
    return told
  }
}

/** Lines by what another telling of them has too: of twenty thousand of one sum and day each is compared with a few. */
function shelve(stored: readonly StoredLine[]): ReadonlyMap<string, readonly MarkedLine[]> {
  const shelves = new Map<string, MarkedLine[]>()
  for (const one of stored) {
    const marks = [...new Set([...markersOf(one.purpose ?? ''), one.named ?? ''])].filter(Boolean)
    const line = { ...one, marks }
    for (const shelf of shelvesOf(line)) {
      const beside = shelves.get(shelf)
      if (beside) beside.push(line)
      else shelves.set(shelf, [line])
    }
  }
  return shelves
}

function shelvesOf({ direction, amount_kop: kop, day, number, other, marks }: MarkedLine) {
  const shelf = shelfNamer(direction, kop, other)
  const lacking = ['', ...marks].map((mark) => shelf(number !== null, day, mark))
  return number === null ? lacking : [shelf(plainNumber(number)), ...lacking]
}

const shelfNamer =
  (...money: readonly [direction: string, kop: number, other: string | null]) =>
  (...more: readonly (string | boolean)[]) =>
    JSON.stringify([money, more])
const ofMoney = (line: FileLine) => shelfNamer(line.direction, line.amountKop, otherOf(line))

const ofSameNumber = (line: FileLine) =>
  line.number === null ? undefined : ofMoney(line)(plainNumber(line.number))

/** Neither has a number, and the same marks stand in both. */
const ofMarksAlone = (line: FileLine) =>
  line.number === null && line.markers.length > 0
    ? ofMoney(line)(false, line.bookedOn, line.markers[0]!)
    : undefined

/** One of both has a number. */
const ofLackedNumber = (line: FileLine) =>
  ofMoney(line)(line.number === null, line.bookedOn, line.markers[0] ?? '')

/** A day that one of both took from the document, for want of its own, is the other's where number and document are. */
const hasSameDay = (line: FileLine, one: StoredLine): boolean =>
  line.bookedOn === one.day ||
  ([...line.doubts, ...one.doubts].includes(NO_POSTING_DAY) &&
    line.docDate !== null &&
    line.docDate === one.doc_day &&
    line.number !== null &&
    one.number !== null)

/** Sum and other account are those of its shelf; besides the day, and no mark that the stored one lacks. */
const isAlike = (line: FileLine, one: MarkedLine): boolean =>
  otherOf(line) !== null &&
  hasSameDay(line, one) &&
  line.markers.every((mark) => one.marks.includes(mark))
