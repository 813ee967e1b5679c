import { ownValue } from '#contract/core/own-value.ts'
import type { CompiledQuery, RawBuilder, SelectQueryBuilder } from 'kysely'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../db/handle.ts'
import { cachedQuery, type Compilable } from '../db/query/compiled-query.ts'
import {
  countUpTo,
  findsIdsFirst,
  idsOfPage,
  pageOf,
  sliceQuery,
  type Direction,
  type Slice,
} from '../db/query/list-page.ts'
import { walkQuery } from '../db/query/walk-query.ts'

const DEFAULT_LIMIT = 50
// The most that a filter may ask for (`filterOf` of the contract).
const MAX_LIMIT = 200
// Counting costs time and no screen shows more than "10 000+" (screens.md 4.5).
export const MAX_TOTAL = 10_000

const OF_A_PAGE = new Set(['limit', 'offset', 'after', 'sort', 'with'])
const NOTHING = new Set<string>()

/** A filter has these conditions and no others. */
export function isNarrowedBy(filter: object, keys: ReadonlySet<string>): boolean {
  return Object.entries(filter).every(
    ([key, value]) => value === undefined || OF_A_PAGE.has(key) || keys.has(key),
  )
}

/** The common half of a list's filter: `filterOf` of the contract. */
export interface ListFilter<S extends string> {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly after?: string | undefined
  readonly sort?: readonly (readonly [S, Direction])[] | undefined
  readonly with?: readonly ('rows' | 'totals')[] | undefined
}

/** Kinds of sort keys from which a page may be continued: their text comes back from the client and must be validated. */
type KeyKind = 'instant' | 'day' | 'int'

interface SortSpec<S extends string> {
  readonly filter: ListFilter<S> | undefined
  /** Column of every sortable field of the contract. */
  readonly sort: Readonly<Record<S, string>>
  readonly first: readonly [S, Direction]
  /** Fields of computed values, which no index has in order. */
  readonly unindexed?: readonly S[]
  /** One plan is best for all values of these conditions and finds ids first: it is prepared once. */
  readonly idsByOnePlan?: boolean
  /** Fields whose empty values stand last either way; the index must say the same of its falling order. */
  readonly emptyLast?: readonly S[]
  /** Sortable columns without nulls that the row carries under the field's name: they continue by key, others by offset. */
  readonly keyed?: Readonly<Partial<Record<S, KeyKind>>>
  readonly id: string
}

export interface ListSpec<
  S extends string,
  D,
  T extends keyof D,
  Row,
  Item,
  Sums = Totals,
> extends SortSpec<S> {
  /** Everything besides the company on which the rows depend, where pages of the list are often asked for again. */
  readonly askedAs?: string
  /** Tables, joins and conditions, nothing selected; a getter where it may not be needed. */
  readonly from: SelectQueryBuilder<D, T, object>
  /** The same rows without what is only shown beside them; for finding ids and counting. */
  readonly bare?: SelectQueryBuilder<D, T, object> | undefined
  readonly select: (query: SelectQueryBuilder<D, T, object>) => SelectQueryBuilder<D, T, Row>
  readonly item: (row: Row) => Item
  /** Sums over the whole filter, asked for where the rows could be counted. */
  readonly totals?: () => Promise<Sums>
  /** Both at once where a kept sum knows them: then also of more rows than are counted (decision 82). */
  readonly storedTotals?: (() => Promise<Sums & { readonly count: number }>) | undefined
  /** More rows than are counted are known to fit. */
  readonly isUncountable?: boolean | undefined
  /** Ids of one page, where this list knows a shorter way to them than sorting all; needs `ofIds`. */
  readonly cut?: ((slice: Slice) => RawBuilder<{ id: string }>) | undefined
  /** Ids of the page where they are known already, found by `pageSlice`; needs `ofIds`. */
  readonly pageIds?: readonly string[] | undefined
  /**
   * Rows of a page whose ids are known, in the order of the ids: one prepared statement whatever the filter was. Only the
   * search for ids is planned each time.
   */
  readonly ofIds?: (ids: readonly string[]) => Promise<Row[]>
}

/** Says nothing at run time: a list described apart from its reading keeps the types of its columns. */
export function asList<
  S extends string,
  D,
  T extends keyof D,
  Row extends object,
  Item,
  Sums = Totals,
>(spec: ListSpec<S, D, T, Row, Item, Sums>): ListSpec<S, D, T, Row, Item, Sums> {
  return spec
}

type Totals = Record<string, number>

export interface ListAnswer<Item, Sums = Totals> {
  items: Item[]
  total: number
  total_capped?: boolean
  limit: number
  offset: number
  next?: string | null
  totals?: Sums
}

/**
 * One page of a list in the envelope of the contract. Its parts are read one after another, over one connection at a time:
 * three at once left none for others. What is too much to be counted is not summed either.
 */
export async function readList<
  S extends string,
  D,
  T extends keyof D,
  Row extends object,
  Item,
  Sums = Totals,
>(db: Db, spec: ListSpec<S, D, T, Row, Item, Sums>): Promise<ListAnswer<Item, Sums>> {
  const filter = spec.filter ?? {}
  const slice = sliceOf(filter, spec)
  const { limit, offset } = slice
  const wanted = filter.with ?? ['rows', 'totals']
  const rows = wanted.includes('rows')
    ? (await pageRows(db, spec, pageSlice(spec))).slice(0, limit + 1)
    : []
  const { count, totals } = wanted.includes('totals') ? await totalsOf(db, spec) : {}
  const more = rows.length > limit
  const shown = more ? rows.slice(0, limit) : rows
  const atLeast = count ?? offset + rows.length
  const capped = count === undefined ? more : count > MAX_TOTAL
  const next = more ? nextOf(spec, slice, shown.at(-1)!) : null
  return {
    items: (shown as Row[]).map(spec.item),
    total: Math.min(atLeast, MAX_TOTAL),
    ...(capped && { total_capped: true }),
    limit,
    offset,
    ...(next !== undefined && { next }),
    ...(totals && { totals }),
  }
}

// The limit of a whole list is in the text of its statement, and each text takes a place among the prepared ones.
const ROWS_READ = [2, 6, 11, 26, 51, 101]

/** What of a list its page takes: one row more tells whether there is another page. */
export function pageSlice<S extends string>(spec: SortSpec<S>): Slice {
  const slice = sliceOf(spec.filter ?? {}, spec)
  return { ...slice, limit: rowsRead(slice) }
}

function rowsRead({ limit, isWhole }: Slice): number {
  if (!isWhole) return limit + 1
  return ROWS_READ.find((rows) => rows > limit) ?? MAX_LIMIT + 1
}

async function pageRows<S extends string, D, T extends keyof D, Row, Item>(
  db: Db,
  spec: ListSpec<S, D, T, Row, Item, unknown>,
  slice: Slice,
): Promise<Row[]> {
  const bare = () => spec.bare ?? spec.from
  const { cut, ofIds, askedAs } = spec
  if (ofIds && spec.pageIds) return spec.pageIds.length > 0 ? ofIds(spec.pageIds) : []
  if (!ofIds || !(cut || findsIdsFirst(slice) || !slice.isWhole))
    return rowsOf(db, askedAs, () => pageOf(() => spec.from, spec.select, slice, bare))
  const found = await rowsOf<{ id: string }>(db, askedAs, () =>
    cut ? cut(slice) : idsOfPage(bare, slice),
  )
  return found.length > 0 ? ofIds(found.map(({ id }) => id)) : []
}

async function totalsOf<S extends string, D, T extends keyof D, Row, Item, Sums>(
  db: Db,
  spec: ListSpec<S, D, T, Row, Item, Sums>,
): Promise<{ count: number; totals?: Sums | undefined }> {
  const stored = await spec.storedTotals?.()
  if (stored) return { count: stored.count, totals: stored }
  const count = await countOf(db, spec)
  return { count, totals: count <= MAX_TOTAL ? await spec.totals?.() : undefined }
}

function countOf<S extends string, D, T extends keyof D, Row, Item>(
  db: Db,
  spec: ListSpec<S, D, T, Row, Item, unknown>,
): Promise<number> | number {
  return spec.isUncountable ? MAX_TOTAL + 1 : countUpTo(db.q, spec.bare ?? spec.from, MAX_TOTAL + 1)
}

function rowsOf<Row>(
  db: Db,
  askedAs: string | undefined,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  if (askedAs !== undefined) return cachedQuery(db, askedAs, build)
  return db.q.executeQuery(build().compile(db.q)).then(({ rows }) => rows)
}

/** All rows of a list in its order, up to a bound, by pieces; for a transaction of its own. */
export async function* walkList<S extends string, D, T extends keyof D, Row extends object, Item>(
  db: Tx,
  spec: ListSpec<S, D, T, Row, Item, unknown>,
  most: number,
): AsyncGenerator<Item[]> {
  const { order, id } = sliceOf({ sort: spec.filter?.sort }, spec)
  const all = sliceQuery(spec.select(spec.from), { order, id, limit: most, offset: 0 })
  for await (const rows of walkQuery(db, all.compile() as CompiledQuery<Row>))
    yield rows.map(spec.item)
}

function sliceOf<S extends string>(filter: ListFilter<S>, spec: SortSpec<S>): Slice {
  const sort = filter.sort?.length ? filter.sort : [spec.first]
  const after = filter.after === undefined ? undefined : readMark(filter.after, sort, spec)
  return {
    order: sort.map(([field, direction]) => {
      const column = spec.sort[field]
      return spec.emptyLast?.includes(field) ? [column, direction, 'last'] : [column, direction]
    }),
    id: spec.id,
    isWhole: spec.idsByOnePlan || isNarrowedBy(filter, NOTHING),
    unindexed: spec.idsByOnePlan || sort.some(([field]) => spec.unindexed?.includes(field)),
    limit: filter.limit ?? DEFAULT_LIMIT,
    offset: after ? 0 : (filter.offset ?? 0),
    ...(after && { after }),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const KEYS: Record<KeyKind, RegExp> = {
  instant: /^(19|20|21)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/,
  day: /^(19|20|21)\d\d-[01]\d-[0-3]\d$/,
  int: /^-?\d{1,16}$/,
}

/** Reads `field,direction,key,id` back; a cursor of another sort, or one that this server did not make, is a bad filter. */
function readMark<S extends string>(
  mark: string,
  sort: readonly (readonly [S, Direction])[],
  spec: SortSpec<S>,
): NonNullable<Slice['after']> {
  const [field, direction, value = '', id = ''] = mark.split(',')
  const [first] = sort
  const kind = ownValue<KeyKind | undefined>(spec.keyed ?? {}, field ?? '')
  const fits = sort.length === 1 && first![0] === field && first![1] === direction
  const sound = kind !== undefined && KEYS[kind].test(value) && (kind === 'int' || isRealDay(value))
  if (!fits || !sound || !UUID.test(id))
    return refuse('filter.invalid', { fields: { 'filter.after': 'Неверное место в списке' } })
  return { column: spec.sort[field as S], value, id }
}

/** `2024-02-30` would roll over here and be an error in the database. */
function isRealDay(value: string): boolean {
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value.slice(0, 10)
}

function nextOf<S extends string>(
  spec: SortSpec<S>,
  slice: Slice,
  last: object,
): string | undefined {
  const [field, direction] = spec.filter?.sort?.[0] ?? spec.first
  if (slice.order.length !== 1 || !spec.keyed?.[field]) return undefined
  const row = last as Record<string, unknown>
  return `${field},${direction},${String(row[field])},${String(row['id'])}`
}
