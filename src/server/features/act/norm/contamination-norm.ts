import type { CompanyRules } from '#contract/company/company-settings.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'
import { weightAmount } from '../../../arithmetic/amounts.ts'
import { netAtPercent } from '../../../arithmetic/weights.ts'
import type { Tx } from '../../../db/handle.ts'
import type { ReadAct } from '../read/present-act.ts'
import { normsOf, storeUsual, type ContaminationNorm } from '../act-supplier-queries.ts'

/** Contamination of an act beside what is usual (domain.md 5.3). */
export interface OffNorm {
  /** One sentence a position. */
  readonly words: readonly string[]
  /** What the act would cost otherwise at the usual contamination, whichever way. */
  readonly kop: number
  readonly needsSecond: boolean
}

/** Stores the norm of each position and returns the positions that differ from it in either direction; undefined when none does. */
export async function compareWithNorm(tx: Tx, act: ReadAct): Promise<OffNorm | undefined> {
  const weighed = act.positions.filter(({ base_g }) => base_g !== null && base_g > 0)
  const ids = [...new Set(weighed.map(({ product_id }) => product_id))]
  if (ids.length === 0) return undefined
  const norms = new Map(
    (await normsOf(tx, act.row.supplier_id, ids)).map((row) => [row.product_id, row]),
  )
  // Of the act as a whole: a load in many positions is no smaller.
  const kindOf = (id: string) => weighed.filter(({ product_id }) => product_id === id)
  const usualOf = ({ product_id }: { product_id: string }) => {
    const base_g = kindOf(product_id).reduce((sum, row) => sum + row.base_g!, 0)
    return normBp({ ...norms.get(product_id)!, base_g }, act.rules)
  }
  await storeUsual(
    tx,
    weighed.map((row) => ({ id: row.id, bp: usualOf(row) })),
  )
  const off = weighed.flatMap((row) => {
    const base = row.base_g!
    const here = Math.round(((base - (row.net_g ?? 0)) * 10_000) / base)
    // What a supplier brings narrows what is usual of the product, and never moves it: norms would follow each other downwards.
    const { default_bp } = norms.get(row.product_id)!
    const off = (bp: number) => Math.abs(here - bp)
    const usual = off(default_bp) > off(usualOf(row)) ? default_bp : usualOf(row)
    const distance = off(usual)
    if (distance <= act.rules.zasor_reason_bp) return []
    // To the gram: by a step of the product that is larger than the contamination both would be nothing.
    const usualNet = netAtPercent(base, usual, 1)
    const price = row.price_kop ?? 0
    const kop = weightAmount(row.net_g ?? 0, price) - weightAmount(usualNet, price)
    return [{ distance, kop, words: describeDistance(row.name, here, usual, kop) }]
  })
  if (off.length === 0) return undefined
  return {
    words: off.map(({ words }) => words),
    kop: off.reduce((sum, { kop }) => sum + Math.abs(kop), 0),
    needsSecond: off.some(({ distance }) => distance > act.rules.zasor_second_bp),
  }
}

interface Norm extends ContaminationNorm {
  /** What the act buys of the product. */
  readonly base_g: number
}

/**
 * The supplier's own history counts by its kilograms: what it has fewer than the act stands at the product's default, from which the
 * whole departs by no more than one person may.
 */
export function normBp(
  { default_bp, supplier_bp, supplier_g, base_g }: Norm,
  { zasor_reason_bp: most }: Pick<CompanyRules, 'zasor_reason_bp'>,
): number {
  if (supplier_bp === null) return default_bp
  const missing = Math.max(0, base_g - supplier_g)
  const mean = (supplier_bp * supplier_g + default_bp * missing) / (supplier_g + missing)
  return Math.min(Math.max(Math.round(mean), default_bp - most), default_bp + most)
}

const percent = (bp: number) => `${formatPercent(bp)}\u00a0%`

function describeDistance(name: string, here: number, usual: number, kop: number): string {
  const change = kop === 0 ? 'сумма та же' : `это ${formatMoney(Math.abs(kop))}\u00a0₽ `
  const whose = kop === 0 ? '' : kop > 0 ? 'лишних поставщику' : 'меньше поставщику'
  return `${name}: засор ${percent(here)}, обычно ${percent(usual)}: ${change}${whose}`
}
