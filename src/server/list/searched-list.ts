import type { FoundRows } from '../db/query/find-rows.ts'
import { isNarrowedBy, MAX_TOTAL, type ListFilter } from './lists.ts'

/** What is known beforehand of the rows that a search finds. */
export interface SearchHint {
  /** All that the search finds. */
  readonly found?: readonly string[]
  /** Its names are many and met by a walk; this is all that it finds in other places. */
  readonly besideNames?: readonly string[]
  /** It finds more than is counted. */
  readonly isMany?: boolean
}

interface SearchedList<Answer> {
  readonly filter: ListFilter<string> & { readonly search?: string | undefined }
  /** A quick look whether a walk of the list meets what is searched soon. */
  readonly isFrequent?: () => Promise<boolean>
  /** Ids that are found by anything but a name, for a list that can walk names by indexes alone. */
  readonly findBesideNames?: (most: number) => Promise<FoundRows>
  /** Ids by indexes up to a bound; undefined = more, or nothing that an index could answer. */
  readonly find: (most: number) => Promise<FoundRows>
  readonly read: (hint: SearchHint) => Promise<Answer>
}

// Some milliseconds; what finds more stands so close in a million rows that walking them meets it soon.
export const MOST_FOUND = 5000

/**
 * A list by a search. What is rare is found by indexes; what is frequent is met by walking the list: a search that finds
 * nothing never walks a million rows.
 */
export async function readSearched<Answer>({
  filter,
  isFrequent,
  findBesideNames,
  find,
  read,
}: SearchedList<Answer>): Promise<Answer> {
  if (!filter.search) return read({})
  const isCounted = filter.with?.includes('totals') ?? true
  if (!isCounted && isHead(filter) && (await isFrequent?.())) {
    const besideNames = await findBesideNames?.(MOST_FOUND)
    return read(typeof besideNames === 'object' ? { besideNames } : {})
  }
  const found = await find(isCounted ? MAX_TOTAL : MOST_FOUND)
  if (found === 'unindexed') return read({})
  return read(found === 'many' ? { isMany: true } : { found })
}

function isHead({ offset, after, sort }: ListFilter<string>): boolean {
  return !offset && after === undefined && !sort?.length
}

const SEARCH = new Set(['search'])

/** Nothing else narrows the list, so that what the search finds is what the list has. */
export function isOnlySearch(filter: object): boolean {
  return isNarrowedBy(filter, SEARCH)
}
