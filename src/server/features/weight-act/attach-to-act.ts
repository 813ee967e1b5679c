import type {
  LineInput,
  WeightActLine,
  WeightActWithLines,
} from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { linesAndRests, presentWeightAct } from './read/present-weight-act.ts'
import { lineRows, type LineRow } from './line-queries.ts'
import { storeWeightAct } from './store-weight-act.ts'
import { visitsOf } from './visit-queries.ts'
import { assertTares } from './visit-rules.ts'
import { annul } from './void-weight-act.ts'
import {
  changeWeightAct,
  holdSupplier,
  lockWeightActs,
  lockWeightActsOfAct,
  type LockedWeightAct,
} from './weight-act-queries.ts'

interface AttachedLine {
  readonly supplierId: string
  readonly weightActIds: readonly string[]
  readonly actId: string
}

/**
 * Makes exactly the named confirmed weight acts those of an act and answers their lines; others that it held before are
 * confirmed again, its auto weight act is left alone. The act's row must exist. Refuses `weight-act.mixed` for
 * another supplier or a shipment, `act.source-taken` when another act holds one, `common.bad-transition` for a draft.
 */
export async function takeWeightActs(
  tx: Tx,
  { supplierId, weightActIds, actId }: AttachedLine,
): Promise<WeightActLine[]> {
  const ids = [...new Set(weightActIds)]
  const attachedActs = await lockWeightActsOfAct(tx, actId)
  const wanted = await lockWeightActs(tx, ids)
  if (wanted.length !== ids.length) refuse('common.not-found')
  for (const one of attachedActs) if (!one.auto && !ids.includes(one.id)) await setFree(tx, one)
  for (const one of wanted) await take(tx, one, supplierId, actId)
  return (await linesAndRests(tx, ids)).lines
}

/** Voiding an act: its weight acts are confirmed again, the one made by the server is void and its visits free. */
export async function releaseWeightActs(tx: Tx, actId: string): Promise<void> {
  for (const one of await lockWeightActsOfAct(tx, actId))
    await (one.auto ? annul(tx, one, 'Акт аннулирован') : setFree(tx, one))
}

interface AutoWeightAct {
  readonly supplierId: string
  readonly siteId?: string | undefined
  readonly lines: readonly LineInput[]
  readonly actId: string
  /** Lines of the act that is being corrected. */
  readonly issued?: readonly LineRow[]
}

/**
 * The weight act behind an act saved straight from closed visits: made at the first save, its lines replaced at the
 * next ones (a line keeps its id while its unload and product are the same; positions of other lines must be deleted
 * before), void when no line is left. The act's row must exist. Null when there is none; `rests` is checked at issue (I6).
 */
export async function makeAutoWeightAct(
  tx: Tx,
  { supplierId, siteId, lines, actId, issued = [] }: AutoWeightAct,
): Promise<WeightActWithLines | null> {
  const stands = (await lockWeightActsOfAct(tx, actId)).find((one) => one.auto)
  if (lines.length === 0) {
    if (stands) await annul(tx, stands, 'Заезды убраны из акта')
    return null
  }
  const stored = stands
    ? await lineRows(tx, [stands.id])
    : issued.map((line) => ({ ...line, from_issued_act: true }))
  const id = await storeWeightAct(tx, {
    stands,
    visitIds: lines.map((line) => line.transaction_id),
    lines,
    stored,
    supplierId,
    siteId,
    forActId: actId,
  })
  return presentWeightAct(tx, id)
}

async function take(
  tx: Tx,
  one: LockedWeightAct,
  supplierId: string,
  actId: string,
): Promise<void> {
  if (one.auto && one.act_id !== actId) refuse('weight-act.auto')
  if (one.act_id !== null && one.act_id !== actId) refuse('act.source-taken')
  const differs = one.supplier_id !== null && one.supplier_id !== supplierId
  if (differs || one.direction !== 'purchase') refuse('weight-act.mixed')
  if (one.act_id === actId) return
  if (one.status !== 'confirmed') refuse('common.bad-transition')
  if (one.supplier_id === null) await assertNewSupplier(tx, one, supplierId)
  await changeWeightAct(tx, one.id, { status: 'attached', act_id: actId, supplier_id: supplierId })
  addAuditEvent(tx, {
    action: 'weight_act.attach',
    entity: 'weight_act',
    id: one.id,
    before: { status: one.status },
    after: { status: 'attached', act_id: actId },
  })
}

/** Confirmed without a supplier, it gets the act's supplier: checked now as at saving. */
async function assertNewSupplier(tx: Tx, one: LockedWeightAct, supplierId: string): Promise<void> {
  const supplier = await holdSupplier(tx, supplierId)
  if (!supplier) return refuse('common.not-found')
  assertTares(supplier.type, await visitsOf(tx, [one.id]))
}

async function setFree(tx: Tx, one: LockedWeightAct): Promise<void> {
  await changeWeightAct(tx, one.id, { status: 'confirmed', act_id: null })
  addAuditEvent(tx, {
    action: 'weight_act.release',
    entity: 'weight_act',
    id: one.id,
    before: { status: one.status, act_id: one.act_id },
    after: { status: 'confirmed' },
  })
}
