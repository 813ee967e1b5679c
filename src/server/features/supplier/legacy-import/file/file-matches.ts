import { foldOld } from '../legacy-search.ts'
import type { OldPage, OldRow } from '../old-row.ts'
import type { FileQuestion } from './file-job.ts'

/** A row before it is taken apart, and what can be asked of it at little cost. */
export interface WholeRow {
  folded(): string
  digits(): string
  id(): string
}

/** The matches of one question so far. */
export interface Matches {
  /** False when the row surely does not fit: most rows are never taken apart. */
  mayFit(row: WholeRow): boolean
  /** Counts the row and keeps a copy when it fits and belongs to the page: the texts themselves are parts of a megabyte. */
  take(row: OldRow): void
  page(): OldPage
}

// The list shows «10 000+»; what is beyond is not counted.
const MAX_TOTAL = 10_001
// Two rows are enough to report a duplicate number; a third adds nothing.
const SAME_ID = 2

export function openMatches(question: FileQuestion): Matches {
  return question.kind === 'ids' ? byIds(question.ids) : bySearch(question)
}

function byIds(ids: readonly string[]): Matches {
  const found = new Map(ids.map((id) => [id, [] as OldRow[]]))
  return {
    mayFit: (row) => found.has(row.id()),
    take(row) {
      const rows = found.get(row.legacy_id)
      if (rows && rows.length < SAME_ID) rows.push(structuredClone(row))
    },
    page() {
      const rows = [...found.values()].flat()
      return { rows, total: rows.length }
    },
  }
}

function bySearch(question: Extract<FileQuestion, { kind: 'search' }>): Matches {
  const { words, digits, limit, offset } = question
  const part = plainPart(words)
  const halves = digits === null ? [] : halvesOf(digits)
  const rows: OldRow[] = []
  let total = 0
  return {
    mayFit(row) {
      if (total >= MAX_TOTAL && total >= offset + limit) return false
      if (words.length > 0 && row.folded().includes(part)) return true
      return halves.some((half) => row.digits().includes(half))
    },
    take(row) {
      const names = searchTextOf(row)
      const named = words.length > 0 && words.every((word) => names.includes(word))
      if (!named && !(digits !== null && digitsOf(row).includes(digits))) return
      if (total >= offset && rows.length < limit) rows.push(structuredClone(row))
      total++
    },
    page: () => ({ rows, total }),
  }
}

/** The longest part of the words that stands in a row's text as it is: quotes are doubled there, letters may be composed. */
function plainPart(words: readonly string[]): string {
  const parts = words.flatMap((word) => word.match(/[а-яa-z0-9]+/g) ?? [])
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}

/** One of them is in the row's digits: series and number of a document are two cells, wherever they stand. */
function halvesOf(digits: string): string[] {
  const middle = Math.floor(digits.length / 2)
  return [digits.slice(0, middle), digits.slice(-middle)]
}

function searchTextOf(row: OldRow): string {
  const { last_name, first_name, middle_name, full_name, org_name, inn, legacy_id, plates } = row
  return foldOld(
    [last_name, first_name, middle_name, full_name, org_name, inn, legacy_id, plates].join(' '),
  )
}

function digitsOf({ phone, inn, doc_series, doc_number }: OldRow): string {
  return [phone, inn, doc_series + doc_number].map((text) => text.replaceAll(/\D/g, '')).join('|')
}
