import type { CallInput } from '#contract/core/call.ts'
import { visitStatuses, type Visit, type VisitCard } from '#contract/visit/visit-entities.ts'
import type { visitCalls } from '#contract/visit/visit.ts'
import { isOneCharacterAway, normalizePlate } from '#contract/requisites/plate/plate.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { zoneOf, type Db } from '../../../db/handle.ts'
import { asList, readList } from '../../../list/lists.ts'
import { settingsOfSession } from '../../company/settings.ts'
import { isOnlySearch, readSearched, type SearchHint } from '../../../list/searched-list.ts'
import {
  filteredVisits,
  findVisitIds,
  lastWeighed,
  openPlates,
  visitIdsBy,
  visitSums,
  type VisitFilter,
} from './visit-list-queries.ts'
import { visitCards } from './visit-cards.ts'

const SORT = {
  in_at: 't.in_at',
  out_at: 't.out_at',
  number: 't.number',
  net_g: 't.net_g',
  carnumber: 't.carnumber',
} as const

/** transactions/getList: visits of all states; void ones too unless the company hides them. */
export function listVisits(
  db: Db,
  { query }: CallInput<typeof visitCalls.getAll>,
): Promise<Answer<typeof visitCalls.getAll>> {
  return page(db, shownVisits(db, query.filter ?? {}))
}

/** Visits that are filtered, searched or asked for by id are shown in any state. */
export function shownVisits(db: Db, filter: VisitFilter): VisitFilter {
  const { hide_void } = settingsOfSession(db).modules_cfg.transactions!
  if (!hide_void || filter.status || filter.search || filter.ids) return filter
  return { ...filter, status: visitStatuses.filter((status) => status !== 'void') }
}

/** transactions/getFree: weighed visits that no weight act holds; test loads never become products. */
export function listFree(
  db: Db,
  { query }: CallInput<typeof visitCalls.getFree>,
): Promise<Answer<typeof visitCalls.getFree>> {
  const { supplier_id, product_id, direction, ...rest } = query.filter ?? {}
  return page(db, {
    ...rest,
    ...(supplier_id && { supplier_id: [supplier_id] }),
    ...(product_id && { product_id: [product_id] }),
    ...(direction && { direction }),
    free: true,
  })
}

/** transactions/getListIn: who is on site, longest there first. */
export async function listOnSite(db: Db): Promise<Answer<typeof visitCalls.getIn>> {
  return page(db, { status: ['in'], sort: [['in_at', 'asc']], limit: 200 })
}

async function page(db: Db, filter: VisitFilter) {
  const list = await readSearched({
    filter,
    find: (most) => findVisitIds(db, filter.search!, most),
    read: (hint) => readList(db, visitList(db, filter, hint)),
  })
  return {
    ...list,
    items: await visitRows(
      db,
      list.items.map(({ id }) => id),
    ),
  }
}

/** The query for ordered ids; the caller reads it by pages or whole, and `visitRows` turns ids into rows. */
export function visitList(db: Db, filter: VisitFilter, hint: SearchHint = {}) {
  return asList({
    filter,
    sort: SORT,
    first: ['in_at', 'desc'],
    keyed: { in_at: 'instant' },
    id: 't.id',
    ...(!filter.search && { askedAs: `visits ${zoneOf(db)} ${JSON.stringify(filter)}` }),
    get from() {
      return filteredVisits(db, filter, hint)
    },
    select: (query) => query.select(['t.id', 't.in_at']),
    item: (row) => row as { id: string; in_at: string },
    totals: () => visitSums(filteredVisits(db, filter, hint)),
    isUncountable: hint.isMany && isOnlySearch(filter),
  })
}

/** Rows of the list by their ids, in the order of the ids. */
export async function visitRows(db: Db, ids: readonly string[]): Promise<Visit[]> {
  const cards = new Map((await visitCards(db, ids, 'list')).map((card) => [card.id, card]))
  return ids.flatMap((id) => {
    const card = cards.get(id)
    return card ? [rowOf(card)] : []
  })
}

function rowOf({ weighings: _w, last_tares: _l, stored_tare: _s, ...row }: VisitCard): Visit {
  return row
}

/** transactions/foundTransactionInByCarnumber: the open visit of a plate, and plates one character away as an offer. */
export async function findOpenByPlate(
  db: Db,
  { query }: CallInput<typeof visitCalls.findInByCarnumber>,
): Promise<Answer<typeof visitCalls.findInByCarnumber>> {
  const { plate } = normalizePlate(query.carnumber)
  const open = await openPlates(db)
  const exact = open.find((visit) => visit.carnumber === plate)
  const near = open.filter((visit) => isOneCharacterAway(visit.carnumber!, plate)).slice(0, 5)
  const lastId = await lastWeighed(db, plate)
  const cards = await visitCards(
    db,
    [exact?.id, lastId].flatMap((id) => id ?? []),
  )
  return {
    transaction: cards.find(({ id }) => id === exact?.id) ?? null,
    last: cards.find(({ id }) => id === lastId) ?? null,
    similar: await visitRows(
      db,
      near.map(({ id }) => id),
    ),
  }
}

/** transactions/find: by exactly one sign; a QR of ours names the record in its `path`. */
export async function findVisits(
  db: Db,
  { query }: CallInput<typeof visitCalls.find>,
): Promise<Answer<typeof visitCalls.find>> {
  const { qr, ...by } = query.filter
  const ids = await visitIdsBy(db, qr === undefined ? by : { id: idInQr(qr) })
  const cards = new Map((await visitCards(db, ids)).map((card) => [card.id, card]))
  const items = ids.flatMap((id) => cards.get(id) ?? [])
  return { items, total: items.length, limit: 20, offset: 0 }
}

function idInQr(text: string): string {
  const found = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)
  return found?.[0] ?? refuse('common.not-found')
}
