import { flagsOfArea } from '#contract/core/flags.ts'
import type { Entity } from '#contract/core/entities.ts'
import type { FlaggedEntity } from '#contract/report/exceptions.ts'
import {
  MOST_ASK_MARKS,
  MOST_ASK_PHOTOS,
  MOST_ASK_PRICES,
  type AskFacts,
} from '#contract/user/approval/approval-asks.ts'
import type { Db } from '../../../db/handle.ts'
import { photosById } from '../../file/photo-queries.ts'
import { picturesOf } from '../exceptions/exception-queries.ts'
import { kindsSeenBy, recordTitle, valuesOf } from '../exceptions/exception-words.ts'
import { flagsOf, type RaisedFlag } from '../exceptions/flag-queries.ts'
import { pricesOf, recordsBehind, type RecordBehind } from './ask-facts-queries.ts'

interface DecidedOn {
  readonly entity: Entity
  readonly ids: readonly string[]
}

/**
 * What one decides on, for each decision. It is read here and now, by what the reader may see: what the browser of the person who
 * asks shows or leaves out changes nothing.
 */
export async function decisionFacts(db: Db, decisions: readonly DecidedOn[]): Promise<AskFacts[]> {
  const behind = await recordsBehind(db, [...new Set(decisions.flatMap(({ ids }) => ids))])
  const records = decisions.map((one) => recordsOf(one, behind))
  const facts = await readFacts(db, kindsSeenBy(db), records)
  return records.map((one) => facts(one))
}

/** The records of one decision by their kinds. */
interface DecidedRecords {
  readonly ids: Readonly<Record<FlaggedEntity, readonly string[]>>
  readonly suppliers: readonly string[]
}

function recordsOf({ entity, ids }: DecidedOn, all: readonly RecordBehind[]) {
  const own = all.filter(({ of_id }) => ids.includes(of_id))
  const idsOfKind = (kind: FlaggedEntity) => (entity === kind ? ids : [])
  return {
    ids: {
      transaction: present(own.map(({ visit_id }) => visit_id)),
      weight_act: present(own.map(({ weight_act_id }) => weight_act_id)),
      act: present(own.map(({ act_id }) => act_id)),
      supplier: idsOfKind('supplier'),
      payment: idsOfKind('payment'),
      weight_episode: idsOfKind('weight_episode'),
      zero_departure: idsOfKind('zero_departure'),
    },
    suppliers: present(own.map(({ supplier }) => supplier)),
  }
}

const present = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** Reads once for all decisions; what is of a kind that the reader does not see stays unread. */
async function readFacts(
  db: Db,
  seen: readonly FlaggedEntity[],
  records: readonly DecidedRecords[],
): Promise<(of: DecidedRecords) => AskFacts> {
  const idsOf = (kind: FlaggedEntity) =>
    seen.includes(kind) ? [...new Set(records.flatMap(({ ids }) => ids[kind]))] : []
  const prices = await pricesOf(db, idsOf('act'))
  const pictures = await picturesOf(db, [...idsOf('transaction'), ...idsOf('weight_episode')])
  const photos = await photosById(db, [...pictures.values()].flat())
  const marks: RaisedFlag[] = []
  for (const kind of seen) {
    const ids = idsOf(kind)
    if (ids.length > 0) marks.push(...(await flagsOf(db, kind, ids)))
  }
  const unusual = marks
    .filter(({ code }) => !PAPERWORK.includes(code))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
  return ({ ids, suppliers }) => {
    const places = [...ids.transaction, ...ids.weight_episode]
    const own = {
      photos: places.flatMap((id) => pictures.get(id) ?? []).flatMap((id) => photos.get(id) ?? []),
      prices: prices.filter(({ act_id }) => ids.act.includes(act_id)).map(presentPrice),
      marks: unusual.filter(({ entity, id }) => ids[entity].includes(id)).map(presentMark),
    }
    return {
      suppliers: seen.includes('supplier') ? suppliers.slice(0, 3) : [],
      photos: own.photos.slice(0, MOST_ASK_PHOTOS),
      prices: own.prices.slice(0, MOST_ASK_PRICES),
      marks: own.marks.slice(0, MOST_ASK_MARKS),
      more: {
        photos: Math.max(0, own.photos.length - MOST_ASK_PHOTOS),
        prices: Math.max(0, own.prices.length - MOST_ASK_PRICES),
        marks: Math.max(0, own.marks.length - MOST_ASK_MARKS),
      },
    }
  }
}

const PAPERWORK = flagsOfArea('paper')

const presentPrice = ({
  act_id: _act,
  ...price
}: Awaited<ReturnType<typeof pricesOf>>[number]): AskFacts['prices'][number] => price

function presentMark(row: RaisedFlag): AskFacts['marks'][number] {
  const [expected, actual] = valuesOf(row)
  return { code: row.code, record: recordTitle(row), why: row.why, expected, actual }
}
