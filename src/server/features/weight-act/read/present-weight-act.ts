import type {
  LineInput,
  WeightAct,
  WeightActLine,
  WeightActWithLines,
} from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import { printedContaminationBp } from '../../../arithmetic/weights.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { settingsNow } from '../../company/settings.ts'
import { isContaminationOver, restsOf } from '../compute-lines.ts'
import { lineRows, type LineRow } from '../line-queries.ts'
import { visitsOf } from '../visit-queries.ts'
import {
  findWeightAct,
  lockWeightActs,
  type LockedWeightAct,
  type WeightActRow,
} from '../weight-act-queries.ts'

/** A weight act of the company with its lines and what they leave of each drop; `common.not-found` for any other. */
export async function presentWeightAct(db: Db, id: string): Promise<WeightActWithLines> {
  const row = await findWeightAct(db, id)
  if (!row) return refuse('common.not-found')
  return { ...shownWeightAct(row), ...(await linesAndRests(db, [id])) }
}

/** Lines and rests of several weight acts together: what the positions of an act are made of. */
export async function linesAndRests(
  db: Db,
  ids: readonly string[],
): Promise<Pick<WeightActWithLines, 'lines' | 'rests'>> {
  const [rows, visits, { rules }] = await Promise.all([
    lineRows(db, ids),
    visitsOf(db, ids),
    settingsNow(db),
  ])
  return {
    lines: rows.map((row) => shownLine(row, rules.zasor_free_bp)),
    rests: restsOf(visits, rows),
  }
}

export function shownWeightAct(row: WeightActRow): WeightAct {
  const { site_address: _address, text_version: _version, ...rest } = row
  return rest as WeightAct
}

function shownLine(row: LineRow, freeBp: number): WeightActLine {
  const { weight_act_id: _id, from_issued_act: _issued, ...rest } = row
  return {
    ...rest,
    shown_zasor_bp: printedContaminationBp(row.phys_g, row.net_g),
    zasor_over: isContaminationOver(row, freeBp),
  } as WeightActLine
}

/** A stored line as it could have been typed. */
export function toLineInput(row: LineRow): LineInput {
  return {
    transaction_id: row.transaction_id,
    drop_no: row.drop_no,
    product_id: row.product_id,
    pack_g: row.pack_g,
    deductions: row.deductions as LineInput['deductions'],
    phys_g: row.phys_g,
    ...(row.zasor_mode === 'percent'
      ? { zasor_mode: 'percent', zasor_bp: row.zasor_bp }
      : { zasor_mode: 'weight', zasor_g: row.zasor_g }),
  }
}

/** Locks one weight act of the company. */
export async function lockedWeightAct(tx: Tx, id: string): Promise<LockedWeightAct> {
  const [row] = await lockWeightActs(tx, [id])
  return row ?? refuse('common.not-found')
}
