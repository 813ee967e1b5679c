import type { ActCommand } from '#contract/act-input.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { repeated, stampOf } from '../../repeats.ts'
import { insertAct, moveSources, type LockedAct } from './act-queries.ts'
import { lockedAct } from './locked-act.ts'
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
    await copyPositions(tx, act.id, id)
    await moveSources(tx, act.id, id)
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
    net_g: act.net_g,
    total_kop: act.total_kop,
    comment: act.comment,
  }
}

function asJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** A copied price was confirmed for the old act only. */
async function copyPositions(tx: Tx, from: string, to: string): Promise<void> {
  const rows = await positionsOf(tx, from)
  await insertPositions(tx, to, rows.map(bare))
}

function bare(row: PositionRow) {
  const {
    id: _id,
    order: _order,
    approver_name: _name,
    price_now_kop: _now,
    code: _code,
    metal_class: _metal,
    allowed_from_person: _allowed,
    ...values
  } = row
  return { ...values, deductions: JSON.stringify(row.deductions ?? []), approver_id: null }
}
