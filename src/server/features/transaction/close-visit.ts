import type { FlagCode } from '#contract/flags.ts'
import { refuse } from '#http/refusal.ts'
import { tareDeviates } from '../../arithmetic/amounts.ts'
import type { Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { raiseFlag } from '../../flags.ts'
import { settingsOfSession } from '../device/read-post.ts'
import {
  changeVisit,
  keepTare,
  liveWeighings,
  momentAfterEntry,
  tareHistory,
  type Visit,
} from './transaction-queries.ts'
import { visitWeights } from './visit-weights.ts'

/**
 * Closes a visit over its live weighings: direction, gross, tare, net and drops are computed here and nowhere else; the
 * tare of an ordinary visit is remembered for the plate.
 */
export async function closeVisit(
  db: Tx,
  visit: Visit,
  close: {
    columns: Record<string, unknown>
    flags: readonly FlagCode[]
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
  const flags = [...close.flags]
  if (
    visit.carnumber &&
    tareDeviates(weights.tare_g, await tareHistory(db, visit.carnumber, visit.id))
  )
    flags.push('tare_deviation')
  const { direction, drops, ...figures } = weights
  await changeVisit(db, visit.id, {
    ...close.columns,
    ...figures,
    direction: close.control ? 'control' : direction,
    drops: JSON.stringify(drops),
    flags: JSON.stringify(raised(visit.flags, flags)),
    out_at: close.outAt ?? momentAfterEntry,
    status: 'closed',
    ...(close.mode && { mode: close.mode }),
  })
  await rememberTare(db, visit, weights.tare_g, weighings)
  trace(db, {
    action: 'transaction.close',
    entity: 'transaction',
    id: visit.id,
    after: { ...figures, direction },
  })
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
  await keepTare(db, {
    id: uuidv7(),
    plate: visit.carnumber,
    tare_g,
    weighing_id: lightest.id,
    days,
  })
}

/**
 * Weights of one visit all fall or all rise: asked at each weighing and not only at the last, for a visit
 * that turned around half-way can never be closed.
 */
export function judgeWay(weights: readonly number[]): void {
  if (!visitWeights(weights, 0, null)) refuse('weighing.direction-changed')
}

/** A visit's marks with these added, now. */
export function raised(flags: unknown, codes: readonly FlagCode[]): unknown[] {
  const at = new Date().toISOString()
  let list = (flags ?? []) as never[]
  for (const code of codes) list = raiseFlag(list, code, at) as never[]
  return list
}
