import { act } from '#contract/act/act.ts'
import type { CallSpec } from '#contract/core/call.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { weight } from '#contract/device/device.ts'
import { payment } from '#contract/payment/payment.ts'
import { flaggedEntities, type FlaggedEntity } from '#contract/report/exceptions.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { quote } from '#contract/words/quote.ts'
import { passesRights } from '../../../auth/rights/authorize.ts'
import type { Db } from '../../../db/handle.ts'
import { entityWords } from '../../audit/event-words.ts'
import type { RaisedFlag } from './flag-queries.ts'

const LISTS: Record<FlaggedEntity, CallSpec> = {
  transaction: visitCalls.getAll,
  weight_act: weightacts.getAll,
  act: act.getAll,
  supplier: supplier.getAll,
  payment: payment.getAll,
  weight_episode: weight.getEpisodes,
  zero_departure: weight.getEpisodes,
}
const SCREENS: Record<FlaggedEntity, string> = {
  transaction: '/operator/transactions?id=',
  weight_act: '/operator/weightacts?id=',
  act: '/operator/act/',
  supplier: '/operator/suppliers?id=',
  payment: '/operator/payments?id=',
  weight_episode: '/operator/transactions?tab=loads&load=',
  zero_departure: '/operator/reports?order=zero_drift&departure=',
}

/** Flags of a record are visible only to people who have the module and the right of its list. */
export function kindsSeenBy(db: Pick<Db, 'caller'>): FlaggedEntity[] {
  const { session } = db.caller
  return flaggedEntities.filter((kind) => passesRights(session!, LISTS[kind]))
}

export const screenOf = (entity: FlaggedEntity, id: string) => `${SCREENS[entity]}${id}`

/** «Заезд 17», «Груз на весах «Автовесы», А123ВС77»: a scale has a name, other records a number. */
export function recordTitle({ entity, record, plate }: RaisedFlag): string {
  if (entity === 'weight_episode')
    return [`${entityWords(entity)} ${quote(record)}`, plate].filter(Boolean).join(', ')
  return `${entityWords(entity)} ${entity === 'zero_departure' ? quote(record) : record}`
}

const kilograms = (grams: number | null) => (grams === null ? null : `${formatKg(grams)}\u00a0кг`)
const roubles = (kop: number | null) => (kop === null ? null : `${formatMoney(kop)}\u00a0₽`)

/** The usual and the written value, for flags that are about a value. */
export function valuesOf(row: RaisedFlag): [string | null, string | null] {
  const { code, plate, seen_plate, tare_g, typed_g, base_kop, price_kop, amount_kop } = row
  if (code === 'price_override') return [roubles(base_kop), roubles(price_kop)]
  if (code === 'plate_mismatch') return [seen_plate, plate]
  if (code === 'plate_unknown') return [null, plate]
  if (code === 'off_zero') return [kilograms(0), kilograms(row.shown_g)]
  if (code === 'not_zero') return [kilograms(0), departureWords(row)]
  if (code === 'unweighed') return [null, loadWords(row)]
  if (code === 'manual') return [null, typed_g?.map(kilograms).join(', ') ?? null]
  if (code === 'tare_deviation' || code === 'tare_expired') return [null, kilograms(tare_g)]
  return [null, row.entity === 'payment' ? roubles(amount_kop) : null]
}

/** «−180 кг, 13 с»; a scale without a picture says so, since a camera may be dead or turned away. */
function departureWords({ shown_g, load_s, photos }: RaisedFlag): string {
  const stood = load_s === null ? 'ещё не на нуле' : timeWords(load_s)
  return [kilograms(shown_g), stood, photos === 0 && 'снимка нет'].filter(Boolean).join(', ')
}

const timeWords = (seconds: number) =>
  seconds < 60 ? `${seconds} с` : `${Math.round(seconds / 60)} мин`

/** «12 000 кг, 2 мин, номер А123ВС77». */
function loadWords({ shown_g, load_s, plate }: RaisedFlag): string {
  const stood = timeWords(load_s!)
  const seen = plate === null ? 'номер не виден' : `номер ${plate}`
  return [kilograms(shown_g), stood, seen].join(', ')
}
