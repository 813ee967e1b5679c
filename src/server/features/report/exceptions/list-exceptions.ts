import type { CallInput } from '#contract/core/call.ts'
import type { Exception, flagReview, FlaggedEntity } from '#contract/report/exceptions.ts'
import type { Answer } from '#http/serve.ts'
import { ownFlags } from '../../../auth/rights/own-flags-queries.ts'
import type { Db } from '../../../db/handle.ts'
import { photosById } from '../../file/photo-queries.ts'
import { recordsBehind } from '../asks/ask-facts-queries.ts'
import { pageOfFlags, picturesOf, type FlagPlace } from './exception-queries.ts'
import { kindsSeenBy, recordTitle, screenOf, valuesOf } from './exception-words.ts'
import { flagsOf, type RaisedFlag } from './flag-queries.ts'

const DEFAULT_LIMIT = 50

/** report/getExceptions: flags of all records that the caller may see, each with what it is about. */
export async function listExceptions(
  db: Db,
  { query: { filter } }: CallInput<typeof flagReview.getExceptions>,
): Promise<Answer<typeof flagReview.getExceptions>> {
  const page = { limit: filter.limit ?? DEFAULT_LIMIT, offset: filter.offset ?? 0 }
  const { places, total, groups } = await pageOfFlags(db, kindsSeenBy(db), filter, page)
  const facts = await factsOf(db, places)
  const photos = await photosOf(db, places)
  const own = new Set(filter.is_reviewed ? [] : await ownFlags(db, places))
  const items = places.flatMap((place): Exception[] => {
    const row = facts.get(keyOf(place))
    const shown = { kop: place.kop, own: own.has(place), photos: photos.get(place.id) ?? [] }
    return row ? [presentFlag(row, shown)] : []
  })
  return { items, total, groups, ...page }
}

const keyOf = ({ entity, id, code }: Omit<FlagPlace, 'kop'>) => `${entity} ${id} ${code}`

async function factsOf(
  db: Db,
  places: readonly FlagPlace[],
): Promise<ReadonlyMap<string, RaisedFlag>> {
  const facts = new Map<string, RaisedFlag>()
  for (const [kind, ids] of idsByKind(places))
    for (const row of await flagsOf(db, kind, ids)) facts.set(keyOf(row), row)
  return facts
}

function idsByKind(places: readonly FlagPlace[]): Map<FlaggedEntity, string[]> {
  const ids = new Map<FlaggedEntity, string[]>()
  for (const { entity, id } of places) ids.set(entity, [...(ids.get(entity) ?? []), id])
  return ids
}

/** Flagged records that have no pictures of their own: those of the visits behind them say what was bought. */
const BEHIND: ReadonlySet<FlaggedEntity> = new Set(['weight_act', 'act', 'payment'])
/** An act of twenty trucks is looked at in itself. */
const MOST_BEHIND = 12

async function photosOf(
  db: Db,
  places: readonly FlagPlace[],
): Promise<ReadonlyMap<string, Exception['photos']>> {
  const [far, near] = [true, false].map((isBehind) =>
    places.filter(({ entity }) => BEHIND.has(entity) === isBehind).map(({ id }) => id),
  ) as [string[], string[]]
  const visits = kindsSeenBy(db).includes('transaction')
    ? await visitsBehind(db, far)
    : new Map<string, string[]>()
  const pictures = await picturesOf(db, [...near, ...[...visits.values()].flat()])
  const behind = [...visits].map(([id, own]) => {
    const all = own.flatMap((visit) => pictures.get(visit) ?? [])
    return [id, all.slice(0, MOST_BEHIND)] as const
  })
  const shown = new Map([...near.map((id) => [id, pictures.get(id) ?? []] as const), ...behind])
  const views = await photosById(db, [...shown.values()].flat())
  return new Map([...shown].map(([id, ids]) => [id, ids.flatMap((one) => views.get(one) ?? [])]))
}

async function visitsBehind(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const visits = new Map<string, string[]>()
  if (ids.length === 0) return visits
  for (const { of_id, visit_id } of await recordsBehind(db, ids))
    if (visit_id !== null) visits.set(of_id, [...new Set([...(visits.get(of_id) ?? []), visit_id])])
  return visits
}

function presentFlag(row: RaisedFlag, shown: Pick<Exception, 'kop' | 'own' | 'photos'>): Exception {
  const [expected, actual] = valuesOf(row)
  return {
    entity: row.entity,
    entity_id: row.id,
    record: recordTitle(row),
    code: row.code,
    at: row.at,
    operator: row.operator,
    approver: row.approver,
    expected,
    actual,
    href: screenOf(row.entity, row.id),
    reviewed_at: row.reviewed_at,
    reviewed_by: row.reviewed_by,
    note: row.note,
    why: row.why,
    ...shown,
  }
}
