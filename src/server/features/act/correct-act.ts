import type { ActCommand } from '#contract/act-input.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { repeated, stampOf } from '../../repeats.ts'
import { weightAmount } from '../../arithmetic/amounts.ts'
import type { WeightActLine } from '#contract/weight-act-entities.ts'
import {
  makeAutoWeightAct,
  releaseWeightActs,
  takeWeightActs,
} from '../weight-act/attach-to-act.ts'
import { lineRows } from '../weight-act/line-queries.ts'
import { typedLine } from '../weight-act/one-weight-act.ts'
import { insertAct, setTotals, sourcesOf, type LockedAct } from './act-queries.ts'
import { lockedAct } from './locked-act.ts'
import { totalsOf, weightsOf } from './make-positions.ts'
import { oneAct, type ActForm } from './one-act.ts'
import { insertPositions, positionsOf, type PositionRow } from './position-queries.ts'
import { annulAct, judgeVoid } from './void-act.ts'

type Correct = Extract<ActCommand, { command: 'correct' }>

/** issued, signed → void, and a new draft over the same sources (domain.md 3.13); answers the draft. */
export function correctAct(db: Db, body: Correct): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    const stamp = stampOf(body)
    const known = await repeated(tx, 'act', stamp)
    if (known) return oneAct(tx, known)
    const act = await lockedAct(tx, body.id)
    if (act.status !== 'issued' && act.status !== 'signed') refuse('common.bad-transition')
    if (act.version !== body.version) refuse('common.stale')
    await judgeVoid(tx, act, body.reason)
    const id = uuidv7()
    await insertAct(tx, id, { ...copyOf(act), ...stamp, correction_of: act.id })
    const lines = await takeOver(tx, act, id)
    await copyPositions(tx, act.id, id, lines)
    await annulAct(tx, act, { void_reason: body.reason, corrected_by: id })
    trace(tx, { action: 'act.correct', entity: 'act', id, after: { correction_of: act.id } })
    return oneAct(tx, id)
  })
}

function copyOf(act: LockedAct) {
  return {
    kind: act.kind,
    site_id: act.site_id,
    supplier_id: act.supplier_id,
    representative: asJson(act.representative),
    ownership_basis: act.ownership_basis,
    ownership_document: act.ownership_document,
    ownership_file_ids: act.ownership_file_ids,
    vehicle: asJson(act.vehicle),
    radiation: asJson(act.radiation),
    explosion: asJson(act.explosion),
    comment: act.comment,
  }
}

function asJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Sources pass to the draft; visits behind the server's own weight act get a new one. Answers old line → new line. */
async function takeOver(
  tx: Tx,
  { id: from, supplier_id: supplierId, site_id: siteId }: LockedAct,
  actId: string,
): Promise<Map<string, WeightActLine>> {
  const sources = await sourcesOf(tx, from)
  const own = sources.filter((source) => source.auto).map((source) => source.id)
  const weightActIds = sources.filter((source) => !source.auto).map((source) => source.id)
  const rows = await lineRows(tx, own)
  await releaseWeightActs(tx, from)
  const kept = await takeWeightActs(tx, { supplierId, weightActIds, actId })
  const lines = rows.map(typedLine)
  const made = await makeAutoWeightAct(tx, { supplierId, siteId, lines, actId })
  return new Map([
    ...kept.map((line) => [line.id, line] as const),
    ...rows.map((row, i) => [row.id, made!.lines[i]!] as const),
  ])
}

/** Prices are copied; who confirmed them confirmed the old act only. */
async function copyPositions(
  tx: Tx,
  from: string,
  to: string,
  lines: ReadonlyMap<string, WeightActLine>,
): Promise<void> {
  const rows = (await positionsOf(tx, from)).map((row) => bare(row, lines))
  await insertPositions(tx, to, rows)
  await setTotals(tx, to, totalsOf(rows))
}

function bare(row: PositionRow, lines: ReadonlyMap<string, WeightActLine>) {
  const line = row.line_id === null ? undefined : lines.get(row.line_id)!
  return {
    product_id: row.product_id,
    name: row.name,
    measure: row.measure,
    gost_category: row.gost_category,
    waste_code: row.waste_code,
    description: row.description,
    ...weightsOf(line),
    qty: row.qty,
    column_id: row.column_id,
    base_price_kop: row.base_price_kop,
    price_kop: row.price_kop,
    price_source: row.price_source,
    override_reason: row.override_reason,
    approver_id: null,
    amount_kop: line ? weightAmount(line.net_g, row.price_kop!) : row.amount_kop,
  }
}
