import { formatKg } from '#contract/core/input-text.ts'
import { refuse } from '#http/refusal.ts'
import { tareDeviates, tareUnlikely } from '../../../arithmetic/amounts.ts'
import type { Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addFlags, type RaisedMark } from '../../../flags.ts'
import { settingsOfSession } from '../../company/settings.ts'
import {
  changeVisit,
  liveWeighings,
  momentAfterEntry,
  tareHistory,
  type Visit,
} from '../visit-queries.ts'
import { storeTare } from '../stored-tare-queries.ts'
import { visitWeights } from '../capture/visit-weights.ts'
import { earlierProducts, markDearer } from './change-queries.ts'

/**
 * Closes a visit over its live weighings: direction, gross, tare, net and drops are computed here and nowhere else; the
 * tare of an ordinary visit is remembered for the plate.
 */
export async function closeVisit(
  db: Tx,
  visit: Visit,
  close: {
    columns: Record<string, unknown>
    flags: readonly RaisedMark[]
    control: boolean
    outAt?: string
    mode?: string
  },
): Promise<void> {
  const weighings = await liveWeighings(db, visit.id)
  const pack = Number(close.columns['pack_g'] ?? visit.pack_g)
  const product = (close.columns['product_id'] ?? visit.product_id) as string | null
  const weights = visitWeights(
    weighings.map(({ weight_g }) => weight_g),
    pack,
    product,
  )
  if (!weights) return refuse('weighing.direction-changed')
  const trailer = (close.columns['trailer_number'] ?? visit.trailer_number) as string | null
  const flags = [...close.flags, ...(await tareFlags(db, visit, trailer, weights))]
  const from = product ? [visit.product_id, ...(await earlierProducts(db, visit.id))] : []
  flags.push(...(await markDearer(db, [{ from, to: product }], weights.net_g)))
  if (areRound(weighings.map(({ weight_g }) => weight_g))) flags.push('round_weight')
  const { direction, drops, ...figures } = weights
  await changeVisit(db, visit.id, {
    ...close.columns,
    ...figures,
    direction: close.control ? 'control' : direction,
    drops: JSON.stringify(drops),
    flags: JSON.stringify(addFlags(visit.flags, flags)),
    out_at: close.outAt ?? momentAfterEntry,
    status: 'closed',
    ...(close.mode && { mode: close.mode }),
  })
  await rememberTare(db, visit, weights.tare_g, weighings)
  addAuditEvent(db, {
    action: 'transaction.close',
    entity: 'transaction',
    id: visit.id,
    after: { ...figures, direction },
  })
}

/** A tare that is not the usual one of the plate with this trailer, or hardly one of the vehicle that came (domain.md 5.3). */
async function tareFlags(
  db: Tx,
  { id, carnumber }: Visit,
  trailer: string | null,
  { tare_g, gross_g }: { tare_g: number; gross_g: number },
): Promise<RaisedMark[]> {
  const tares = carnumber ? await tareHistory(db, { plate: carnumber, trailer, exceptId: id }) : []
  const { tare_free_kg } = settingsOfSession(db).modules_cfg.weight!
  if (tareUnlikely(tare_g, gross_g, []))
    return [{ code: 'tare_deviation', why: `Слишком лёгкая для ${formatKg(gross_g)} кг с грузом` }]
  const isOff = tareDeviates(tare_g, tares, tare_free_kg * 1000)
  if (!isOff && !tareUnlikely(tare_g, gross_g, tares)) return []
  const usual = tares.length < 3 ? tares.at(-1)! : tares.toSorted((a, b) => a - b)[1]!
  const off = `${formatKg(Math.abs(tare_g - usual))} кг ${tare_g > usual ? 'больше' : 'меньше'}`
  return [{ code: 'tare_deviation', why: `На ${off} обычных ${formatKg(usual)} кг` }]
}

async function rememberTare(
  db: Tx,
  visit: Visit,
  tare_g: number,
  weighings: readonly { id: string; weight_g: number; source: string }[],
) {
  const lightest = weighings.find((weighing) => weighing.weight_g === tare_g)
  if (visit.mode !== 'two_pass' || !visit.carnumber || lightest?.source !== 'scale' || tare_g === 0)
    return
  const { stored_tare_days: days } = settingsOfSession(db).modules_cfg.weight!
  await storeTare(db, {
    id: uuidv7(),
    plate: visit.carnumber,
    tare_g,
    weighing_id: lightest.id,
    days,
  })
}

/**
 * Weights of one visit all fall or all rise: checked at each weighing and not only at the last, since a visit that turned
 * half-way can never be closed.
 */
export function assertWay(weights: readonly number[]): void {
  if (!visitWeights(weights, 0, null)) refuse('weighing.direction-changed')
}

// Of a truck, in steps of 10 or 20 kg, both weights are whole half tonnes once in thousands.
const ROUND_G = 500_000

/** Weights as people invent them. */
function areRound(weights: readonly number[]): boolean {
  return weights.length > 1 && weights.every((weight) => weight > 0 && weight % ROUND_G === 0)
}
