import type { CompanyRules } from '#contract/company/company-settings.ts'
import type { FlagCode } from '#contract/core/flags.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import type { Tx } from '../../../db/handle.ts'
import type { RaisedMark } from '../../../flags.ts'
import {
  dearerThanUsual,
  dearerThanWeighed,
  lighterPacks,
  unweighedPieces,
  type Dearer,
} from './product-marks-queries.ts'

interface IssuedAct {
  readonly row: { readonly id: string; readonly supplier_id: string }
  readonly rules: CompanyRules
}

/** Purchases that differ from what a scale and a camera recorded, each in roubles (domain.md 6.5). */
export async function productMarks(tx: Tx, { row, rules }: IssuedAct): Promise<RaisedMark[]> {
  const { id, supplier_id } = row
  return [
    ...markOf('product_changed', await dearerThanWeighed(tx, id)),
    ...markOf('product_unnamed', await dearerThanUsual(tx, id, supplier_id)),
    ...(await piecesMark(tx, row, rules)),
    ...(await packMark(tx, id)),
  ]
}

const markOf = (code: FlagCode, { why, kop }: Dearer): RaisedMark[] =>
  why && kop ? [{ code, why, kop }] : []

/** Pieces that nobody weighed: many small purchases of one supplier, or of one day of who issues them, are one. */
async function piecesMark(
  tx: Tx,
  { id, supplier_id }: IssuedAct['row'],
  { pieces_free_kop }: CompanyRules,
): Promise<RaisedMark[]> {
  const pieces = await unweighedPieces(tx, id, supplier_id)
  if (!pieces || pieces.own_kop === 0) return []
  const { supplier_kop, person_kop, untold_kop, names } = pieces
  if (Math.max(supplier_kop, person_kop) <= pieces_free_kop) return []
  const total = `у поставщика за 30 дней на ${formatMoney(supplier_kop)} ₽, у сотрудника за сутки на ${formatMoney(person_kop)} ₽`
  return [{ code: 'pieces_unweighed', kop: untold_kop, why: `${names}: ${total}` }]
}

/** A pack that was weighed with its load and is bought with it: typed at the scale, typed away in the act. */
async function packMark(tx: Tx, actId: string): Promise<RaisedMark[]> {
  const packs = await lighterPacks(tx, actId)
  const kop = packs.reduce((sum, pack) => sum + pack.kop, 0)
  const words = packs.map(
    ({ number, pack_g, taken_g }) =>
      `Заезд ${number}: взвешена ${formatKg(pack_g)} кг, снято ${formatKg(taken_g)} кг`,
  )
  return kop === 0 ? [] : [{ code: 'pack_less', kop, why: words.join('; ').slice(0, 300) }]
}
