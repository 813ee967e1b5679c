import type { Tx } from '../../../../db/handle.ts'
import { markersOf, NO_POSTING_DAY } from '../line-facts.ts'
import type { FileLine } from '../statement-file.ts'
import { linesLike, type StoredLine } from './told-before-queries.ts'

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
    const told = new Set<FileLine>()
    // A line that has its number takes the stored one of this number before another, which has none, may.
    for (const isSame of [hasSameNumber, areMarkedAlone, lacksANumber])
      for (const line of lines) {
        if (keys.has(line.key) || told.has(line)) continue
        const found = stored.find(
          (one) => !used.has(one.id) && isAlike(line, one) && isSame(line, one),
        )
        if (!found) continue
        used.add(found.id)
        told.add(line)
      }
    return told
  }
}

/** A day that one of both took from the document, for want of its own, is the other's where number and document are. */
const hasSameDay = (line: FileLine, one: StoredLine): boolean =>
  line.bookedOn === one.day ||
  ([...line.doubts, ...one.doubts].includes(NO_POSTING_DAY) &&
    line.docDate !== null &&
    line.docDate === one.doc_day &&
    hasSameNumber(line, one))

/** But for the number the same: the day, the sum, the other account, and no mark that the stored one lacks. */
function isAlike(line: FileLine, one: StoredLine): boolean {
  const other = line.direction === 'debit' ? line.payeeAccount : line.payerAccount
  const marks = [...markersOf(one.purpose ?? ''), one.named]
  return (
    line.direction === one.direction &&
    hasSameDay(line, one) &&
    line.amountKop === one.amount_kop &&
    other !== null &&
    other === one.other &&
    line.markers.every((mark) => marks.includes(mark))
  )
}

const plainNumber = (number: string | null) => number?.replace(/^0+/, '') ?? null

const hasSameNumber = (line: FileLine, one: StoredLine): boolean =>
  plainNumber(line.number) === plainNumber(one.number) && line.number !== null

/** Neither has a number, and the same marks stand in both. */
const areMarkedAlone = (line: FileLine, one: StoredLine): boolean =>
  line.number === null && one.number === null && line.markers.length > 0

const lacksANumber = (line: FileLine, one: StoredLine): boolean =>
  (line.number === null) !== (one.number === null)
