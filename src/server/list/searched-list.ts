import type { FoundRows } from '../db/query/find-rows.ts'
import { isNarrowedBy, MAX_TOTAL, type ListFilter } from './lists.ts'

/** What is known beforehand of the rows that a search finds. */
export interface SearchHint {
  /** All that the search finds. */
  readonly found?: readonly string[]
  /** The names are frequent and met by reading the list; this is everything found in other places. */
  readonly besideNames?: readonly string[]
  /** Beside those: the suppliers whose name has the text further on; those that begin with it are few enough to be read. */
  readonly nameRest?: readonly string[]
  /** It finds more than is counted. */
  readonly isMany?: boolean
}

interface SearchedList<Answer> {
  readonly filter: ListFilter<string> & { readonly search?: string | undefined }
  /** A quick estimate whether reading the list meets the matches soon. */
  readonly isFrequent?: () => Promise<boolean>
  /** What is found by anything but the beginning of a name, for a list that can read names by indexes alone. */
  readonly findBesideNames?: (most: number) => Promise<SearchHint>
  /** Ids by indexes up to a bound; undefined = more, or nothing that an index could answer. */
  readonly find: (most: number) => Promise<FoundRows>
  readonly read: (hint: SearchHint) => Promise<Answer>
}

// Some milliseconds; more matches lie so close together in a million rows that reading the list meets them soon.
export const MOST_FOUND = 5000

/**
 * A list by a search. Rare matches are found by indexes; frequent ones are met by reading the list: a search without matches
 * never reads a million rows.
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
  if (!isCounted && isHead(filter) && (await isFrequent?.()))
    return read((await findBesideNames?.(MOST_FOUND)) ?? {})
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
