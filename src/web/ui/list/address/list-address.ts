import type { ListFilter } from '../list-types.ts'

/** What a list's address contains; the address is the state of the list (screens.md 5). */
export interface ListState {
  q: string
  status: string[]
  from: string
  to: string
  /** Up to three columns, the first decides. */
  sort: [field: string, direction: 'asc' | 'desc'][]
  page: number
  size: number
  /** Values of the list's own filters by their keys. */
  own: Record<string, string>
  preview: string
  /** Records as tiles with pictures instead of rows. */
  tiles: boolean
}

/** What the list understands; everything else in the address falls back to the defaults. */
export interface ListSpec {
  statuses: readonly string[]
  sortable: readonly string[]
  own: readonly string[]
  sort: ListState['sort']
  size: number
  /** Whether the list has tiles. */
  tiles?: boolean
}

export const SIZES = [25, 50, 100, 200]
const MAX_SORT = 3
/** The contract's bounds of `search` and `offset`. */
const MAX_SEARCH = 100
const MAX_OFFSET = 100_000
/** Of a value of the list's own filter: the 200 ids of a call's filter, with commas. What is longer is cut and cannot be read. */
export const MAX_OWN = 200 * 37
const TILES = 'tiles'

export function readList(params: URLSearchParams, spec: ListSpec): ListState {
  const size = Number(params.get('size'))
  const page = Number(params.get('page'))
  const shown = SIZES.includes(size) ? size : spec.size
  const own = spec.own.flatMap((key) => {
    const value = (params.get(key) ?? '').slice(0, MAX_OWN)
    return value ? [[key, value] as const] : []
  })
  const sort = readSort(params.get('sort'), spec)
  return {
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
    status: params.getAll('status').filter((status) => spec.statuses.includes(status)),
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    sort: sort.length > 0 ? sort : spec.sort,
    page: Number.isInteger(page) && page > 0 && (page - 1) * shown <= MAX_OFFSET ? page : 1,
    size: shown,
    own: Object.fromEntries(own),
    // Links from elsewhere name the record as `id` (screens.md 8).
    preview: params.get('peek') ?? params.get('id') ?? '',
    tiles: spec.tiles === true && params.get('show') === TILES,
  }
}

/** The address of a state; defaults are not written, unknown parameters stay. */
export function writeList(present: URLSearchParams, state: ListState, spec: ListSpec) {
  const params = new URLSearchParams(present)
  const put = (key: string, value: string, byDefault = '') =>
    value === byDefault ? params.delete(key) : params.set(key, value)
  put('q', state.q)
  put('from', state.from)
  put('to', state.to)
  put('sort', sortText(state.sort), sortText(spec.sort))
  put('page', String(state.page), '1')
  put('size', String(state.size), String(spec.size))
  put('peek', state.preview)
  if (spec.tiles) put('show', state.tiles ? TILES : '')
  params.delete('id')
  params.delete('status')
  for (const status of state.status) params.append('status', status)
  for (const key of spec.own) put(key, state.own[key] ?? '')
  return params
}

/** The contract's filter of the rows on one page. */
export function rowsFilter(state: ListState, own: Record<string, unknown>) {
  return {
    ...conditions(state, own),
    ...(state.sort.length > 0 && { sort: state.sort }),
    limit: state.size,
    offset: (state.page - 1) * state.size,
    with: ['rows'],
  }
}

/** The filter of count and sums: the same rows, requested separately so that rows never wait for it. */
export function totalsFilter(state: ListState, own: Record<string, unknown>) {
  return { ...conditions(state, own), limit: 1, with: ['totals'] }
}

function conditions(state: ListState, own: Record<string, unknown>) {
  return {
    ...(state.q.trim() && { search: state.q.trim() }),
    ...(state.status.length > 0 && { status: state.status }),
    ...(state.from && { date_from: state.from }),
    ...(state.to && { date_to: state.to }),
    ...own,
  }
}

/** Whether anything narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return Boolean(
    state.q ||
    state.status.length > 0 ||
    state.from ||
    state.to ||
    Object.keys(state.own).length > 0,
  )
}

function readSort(text: string | null, spec: ListSpec): ListState['sort'] {
  return (text ?? '')
    .split(',')
    .map((part) => (part.startsWith('-') ? [part.slice(1), 'desc'] : [part, 'asc']) as ['', 'asc'])
    .filter(([field]) => spec.sortable.includes(field))
    .slice(0, MAX_SORT)
}

function sortText(sort: ListState['sort']): string {
  return sort.map(([field, direction]) => (direction === 'desc' ? `-${field}` : field)).join(',')
}

function readDay(text: string | null): string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ''
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : ''
}

/** A click on a header sorts by it alone, with Shift it is added; a second click reverses the order. */
export function sortedBy(sort: ListState['sort'], field: string, add: boolean): ListState['sort'] {
  const present = sort.find(([other]) => other === field)
  const next: [string, 'asc' | 'desc'] = [field, present?.[1] === 'asc' ? 'desc' : 'asc']
  if (!add) return [next]
  const others = sort.filter(([other]) => other !== field)
  return present
    ? sort.map((one) => (one === present ? next : one))
    : [...others, next].slice(-MAX_SORT)
}

/** A filter that a link alone sets and that can be removed; one whose value cannot be read finds nothing, and says so. */
export function linkFilter(
  key: string,
  label: string,
  value: string,
  read: { name: string; filter: Record<string, unknown> } | false,
): ListFilter {
  return {
    key,
    label,
    options: value ? [{ value, label: read ? read.name : 'Неверная ссылка' }] : [],
    toFilter: () => (read ? read.filter : { ids: [] }),
  }
}
