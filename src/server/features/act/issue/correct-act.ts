import { readActTexts } from '#contract/act/act-fields.ts'
import type { ActCommand } from '#contract/act/act-input.ts'
import type { Flag } from '#contract/core/flags.ts'
import { refuse } from '#http/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../db/handle.ts'
import { addAuditEvent } from '../../../db/audit.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { assertExpectedSum } from '../../../expected-sum.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { settingsOf } from '../../company/settings.ts'
import {
  makeAutoWeightAct,
  releaseWeightActs,
  takeWeightActs,
} from '../../weight-act/attach-to-act.ts'
import { lineRows } from '../../weight-act/line-queries.ts'
import { toLineInput } from '../../weight-act/read/present-weight-act.ts'
import { companyNow, insertAct, setTotals, sourcesOf, type LockedAct } from '../act-queries.ts'
import { draftFlags } from '../draft/draft-flags.ts'
import { lockedAct } from '../locked-act.ts'
import { totalsOf } from '../draft/make-positions.ts'
import { presentAct } from '../read/present-act.ts'
import type { ActForm } from '../act-form.ts'
import {
  insertPositions,
  positionsOf,
  type PositionRow,
  type PositionValues,
} from '../draft/position-queries.ts'
import { annulAct, assertVoidable } from './void-act.ts'

type Correct = Extract<ActCommand, { command: 'correct' }>

/** issued, signed → void, and a new draft over the same sources (domain.md 3.13); answers the draft. */
export function correctAct(db: Db, body: Correct): Promise<ActForm> {
  return inTransaction(db, async (tx) => {
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'act', stamp)
    if (earlierId) return presentAct(tx, earlierId)
    const act = await lockedAct(tx, body.id)
    if (act.status !== 'issued' && act.status !== 'signed') refuse('common.bad-transition')
    if (act.version !== body.version) refuse('common.stale')
    assertExpectedSum(body.expected_total_kop, act.total_kop)
    await assertVoidable(tx, act, body.reason)
    const id = uuidv7()
    await insertAct(tx, id, { ...copyOf(act), ...stamp, correction_of: act.id })
    const lines = await takeOver(tx, act, id)
    await copyPositions(tx, act, id, lines)
    await annulAct(tx, act, { void_reason: body.reason, corrected_by: id })
    addAuditEvent(tx, {
      action: 'act.correct',
      entity: 'act',
      id,
      after: { correction_of: act.id },
    })
    return presentAct(tx, id)
  })
}

function copyOf(act: LockedAct) {
  return {
    kind: act.kind,
    site_id: act.site_id,
    supplier_id: act.supplier_id,
    representative: asJson(act.representative),
    ...readActTexts((name) => act[name]),
    ownership_file_ids: act.ownership_file_ids,
    vehicle: asJson(act.vehicle),
    radiation: asJson(act.radiation),
    explosion: asJson(act.explosion),
  }
}

function asJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/**
 * Sources pass to the draft; visits behind the server's own weight act get a new one with the weights of the old. Answers the
 * id of each old line → that of the new.
 */
async function takeOver(
  tx: Tx,
  { id: from, supplier_id: supplierId, site_id: siteId }: LockedAct,
  actId: string,
): Promise<Map<string, string>> {
  const sources = await sourcesOf(tx, from)
  const own = sources.filter((source) => source.auto).map((source) => source.id)
  const weightActIds = sources.filter((source) => !source.auto).map((source) => source.id)
  const rows = await lineRows(tx, own)
  await releaseWeightActs(tx, from)
  const takenActs = await takeWeightActs(tx, { supplierId, weightActIds, actId })
  const lines = rows.map(toLineInput)
  const made = await makeAutoWeightAct(tx, { supplierId, siteId, lines, actId, issued: rows })
  return new Map([
    ...takenActs.map(({ id }) => [id, id] as const),
    ...rows.map((row, i) => [row.id, made!.lines[i]!.id] as const),
  ])
}

/** Everything is copied as it was issued (decision 20); who confirmed a price or contamination confirmed the old act only. */
async function copyPositions(
  tx: Tx,
  from: LockedAct,
  to: string,
  lines: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = (await positionsOf(tx, from.id)).map((row) => copyOfPosition(row, from, lines))
  await insertPositions(tx, to, rows)
  const company = await companyNow(tx)
  const { rules } = settingsOf(company.settings)
  await setTotals(tx, to, {
    ...totalsOf(rows),
    flags: JSON.stringify(draftFlags(positionFlags(from.flags), rows, rules, company.now)),
  })
}

/** Columns are copied by leaving out those that are not the paper's, so that a new one cannot be forgotten here. */
function copyOfPosition(
  row: PositionRow,
  from: LockedAct,
  lines: ReadonlyMap<string, string>,
): PositionValues {
  const { id: _id, order: _order, price_now_kop: _now, approver_name: _name, ...stored } = row
  const { code: _code, metal_class: _class, allowed_from_person: _allowed, ...paper } = stored
  // The step stays with the line.
  const { zasor_step_g: _step, ...copied } = paper
  return {
    ...copied,
    deductions: JSON.stringify(row.deductions ?? []),
    line_id: row.line_id === null ? null : lines.get(row.line_id)!,
    base_price_supplier_id: from.supplier_id,
    base_price_at: row.base_price_at ?? from.issued_at,
    previous_price_kop: null,
    reprice_reason: null,
    from_issued_act: true,
    approver_id: null,
  }
}

// The others are raised when the correction itself is issued.
const POSITION_FLAGS = ['price_override', 'zasor_high']

/** Product flags with the time they were raised at; a review applies only to the old act, so it is not copied. */
function positionFlags(flags: unknown): Flag[] {
  return (flags as Flag[])
    .filter(({ code }) => POSITION_FLAGS.includes(code))
    .map(({ code, at }) => ({ code, at }))
}
