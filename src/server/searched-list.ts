import type { RawBuilder, SqlBool } from 'kysely'
import type { Found } from './db/find-rows.ts'
import { MAX_TOTAL, type ListFilter } from './lists.ts'

/** What is known beforehand of the rows that a search finds. */
export interface SearchHint {
  /** Only rows this near the head of the list are asked for. */
  readonly near?: RawBuilder<SqlBool>
  /** All that the search finds. */
  readonly found?: readonly string[]
  /** It finds more than is counted. */
  readonly isMany?: boolean
}

interface SearchedList<Answer> {
  readonly filter: ListFilter<string> & { readonly search?: string | undefined }
  /** The rows among which a frequent search meets a page: instants by which the list is sorted at first. */
  readonly near: () => Promise<RawBuilder<SqlBool> | undefined>
  /** Ids by indexes up to a bound; undefined = more, or nothing that an index could answer. */
  readonly find: (most: number) => Promise<Found>
  readonly read: (hint: SearchHint) => Promise<Answer>
}

// Some milliseconds; what finds more stands so close in a million rows that walking them meets it soon.
export const MOST_FOUND = 5000

/**
 * A page of a list by a search. What is frequent fills it from the newest rows, what is rare is found by indexes, and what
 * is in between is met by walking the list: a search that finds nothing never walks a million rows.
 */
export async function readSearched<
  Answer extends { items: readonly unknown[]; total_capped?: boolean },
>({ filter, near, find, read }: SearchedList<Answer>): Promise<Answer> {
  if (!filter.search) return read({})
  const wanted = filter.with ?? ['rows', 'totals']
  if (!wanted.includes('totals') && isHead(filter)) {
    const head = await near()
    const page = head && (await read({ near: head }))
    if (page?.total_capped) return page
  }
  const found = await find(wanted.includes('totals') ? MAX_TOTAL : MOST_FOUND)
  if (found === 'unindexed') return read({})
  return read(found === 'many' ? { isMany: true } : { found })
}

function isHead({ offset, after, sort }: ListFilter<string>): boolean {
  return !offset && after === undefined && !sort?.length
}

const OF_A_PAGE = new Set(['limit', 'offset', 'after', 'sort', 'with'])
const SEARCH = new Set(['search'])

/** Nothing else narrows the list, so that what the search finds is what the list has. */
export function isOnlySearch(filter: object): boolean {
  return isNarrowedBy(filter, SEARCH)
}

/** No condition but these stands in a filter. */
export function isNarrowedBy(filter: object, keys: ReadonlySet<string>): boolean {
  return Object.entries(filter).every(
    ([key, value]) => value === undefined || OF_A_PAGE.has(key) || keys.has(key),
  )
}
