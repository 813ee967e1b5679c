import { isDeepStrictEqual } from 'node:util'
import type { LineInput } from '#contract/weight-act/weight-act-entities.ts'
import { refuse } from '#http/refusal.ts'
import {
  computeLine,
  unloadRemainder,
  lineProblem,
  splitDrop,
  unloadsOf,
  type LineInput as Weighed,
  type Unload,
} from '../../arithmetic/weights.ts'
import { matchLines } from './match-lines.ts'

/** A visit as lines see it: whole weights and what was left of it at each stop. */
export interface WeighedVisit {
  readonly id: string
  readonly number: string
  readonly direction: string | null
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly drops: unknown
  /** Container or pallet, typed at the platform. */
  readonly pack_g: number
}

/** A line with every weight of domain.md 5, ready for its row. */
export interface ComputedLine {
  readonly transaction_id: string
  readonly drop_no: number
  readonly product_id: string
  readonly deductions: readonly { reason: string; grams: number }[]
  readonly zasor_mode: 'percent' | 'weight'
  readonly gross_g: number
  readonly tare_g: number
  readonly pack_g: number
  readonly phys_g: number
  readonly base_g: number
  readonly zasor_bp: number
  readonly zasor_g: number
  readonly net_g: number
  /** Step that contamination was rounded to; null when an act of an earlier release is corrected. */
  readonly zasor_step_g: number | null
  /** Copied from an act that is being corrected (decision 20). */
  readonly from_issued_act: boolean
}

/** A line of an act that is being corrected, as it was issued. */
export type IssuedLine = Omit<ComputedLine, 'deductions' | 'zasor_mode'> & {
  readonly deductions: unknown
  readonly zasor_mode: string
}

/**
 * Typed lines → weights. `steps` gives the step of contamination of each product in grams. A line that cannot be is
 * refused as `common.validation` at its field; lines that leave a rest, or hold too much, are computed all the same,
 * since a draft may be unfinished (I6 is checked at confirmation). A line of `issued` that is sent unchanged keeps
 * its weights, and a changed line is computed by its own step.
 */
export function computeLines(
  typed: readonly LineInput[],
  visits: readonly WeighedVisit[],
  steps: ReadonlyMap<string, number>,
  issued: readonly IssuedLine[] = [],
): ComputedLine[] {
  const lines = typed.map((line) => ({
    ...line,
    pack_g: line.pack_g ?? packOf(line, typed, visits),
  }))
  const drops = visits.flatMap(unloadsOf)
  const shares = new Map<number, { gross_g: number; tare_g: number }>()
  lines.forEach((line, i) => assertPlace(line, i, visits, drops))
  for (const drop of drops) {
    const own = [...lines.entries()].filter(([, line]) => isOf(line, drop))
    if (own.length > 0) shareOut(drop, own, shares)
  }
  const before = matchLines(lines, issued)
  return lines.map((line, i) => {
    const share = shares.get(i)!
    const step = before[i]?.zasor_step_g ?? steps.get(line.product_id)!
    return issuedWeights(line, share, before[i]) ?? computedLine(line, i, share, step, before[i])
  })
}

/**
 * A load is bought without its pack, whatever the sender forgot: the first line takes it off, unless some line of the
 * load says who does.
 */
function packOf(
  line: LineInput,
  lines: readonly LineInput[],
  visits: readonly WeighedVisit[],
): number {
  const own = lines.filter(({ transaction_id }) => transaction_id === line.transaction_id)
  if (own[0] !== line || own.some(({ pack_g }) => pack_g !== undefined)) return 0
  const visit = visits.find(({ id }) => id === line.transaction_id)
  return visit && (visit.drops as unknown[]).length === 1 ? visit.pack_g : 0
}

/** The rest of each unload after the lines; all zero is I6. */
export function restsOf(
  visits: readonly WeighedVisit[],
  lines: readonly { transaction_id: string; drop_no: number; phys_g: number; pack_g: number }[],
) {
  return visits.flatMap(unloadsOf).map((drop) => {
    const weight_g = drop.gross_g - drop.tare_g
    return {
      transaction_id: drop.transaction_id,
      transaction_number: visits.find(({ id }) => id === drop.transaction_id)!.number,
      drop_no: drop.drop_no,
      weight_g,
      rest_g: unloadRemainder(
        weight_g,
        lines.filter((line) => isOf(line, drop)),
      ),
    }
  })
}

/** Over the company's free limit (domain.md 5), deductions included. */
export function isContaminationOver(
  line: { phys_g: number; net_g: number },
  freeBp: number,
): boolean {
  const lost = BigInt(line.phys_g) - BigInt(line.net_g)
  return lost * 10_000n > BigInt(freeBp) * BigInt(line.phys_g)
}

function isOf(line: { transaction_id: string; drop_no: number }, drop: Unload): boolean {
  return line.transaction_id === drop.transaction_id && line.drop_no === drop.drop_no
}

function assertPlace(
  line: LineInput,
  i: number,
  visits: readonly WeighedVisit[],
  drops: readonly Unload[],
): void {
  if (!visits.some((visit) => visit.id === line.transaction_id))
    invalid(i, 'transaction_id', 'Этого заезда нет в весовом акте')
  const drop = drops.find((one) => isOf(line, one))
  if (!drop) return invalid(i, 'drop_no', 'Такого взвешивания в заезде нет')
  // Above the gross no share can be meant, and sums stay far from where whole numbers end.
  if ((line.phys_g ?? 0) > drop.gross_g) invalid(i, 'phys_g', 'Больше, чем взвешено')
  if ((line.pack_g ?? 0) > drop.gross_g) invalid(i, 'pack_g', 'Больше, чем взвешено')
  if (line.deductions?.some(({ grams }) => grams > drop.gross_g))
    invalid(i, 'deductions', 'Вычеты больше веса груза')
}

/** Splits an unload between its lines; the line without a weight takes the remainder. */
function shareOut(
  drop: Unload,
  own: readonly (readonly [number, LineInput])[],
  shares: Map<number, { gross_g: number; tare_g: number }>,
): void {
  const open = own.filter(([, line]) => line.phys_g === undefined)
  if (open.length > 1)
    invalid(open[1]![0], 'phys_g', 'Укажите вес: остаток может взять только одна строка')
  const given = own.reduce((sum, [, line]) => sum + shareOf(line), 0)
  const left = drop.gross_g - drop.tare_g - given
  const wanted = own.map(([, line]) =>
    line.phys_g === undefined ? Math.max(left, 0) : shareOf(line),
  )
  const rest = open.length > 0 ? Math.min(left, 0) : left
  const cut = rest < 0 ? undefined : splitDrop(drop, [...wanted, rest])
  own.forEach(([i], k) =>
    shares.set(i, cut?.[k] ?? { gross_g: drop.tare_g + wanted[k]!, tare_g: drop.tare_g }),
  )
}

function shareOf(line: LineInput): number {
  return line.phys_g === undefined ? 0 : line.phys_g + (line.pack_g ?? 0)
}

/** The weights of the paper, while the line is what it was there. */
function issuedWeights(
  line: LineInput,
  share: { gross_g: number; tare_g: number },
  issued: IssuedLine | undefined,
): ComputedLine | undefined {
  if (!issued) return undefined
  const pack_g = line.pack_g ?? 0
  const deductions = line.deductions ?? []
  const typed = line.zasor_mode === 'percent' ? line.zasor_bp : line.zasor_g
  const same =
    share.gross_g - share.tare_g - pack_g === issued.phys_g &&
    pack_g === issued.pack_g &&
    isDeepStrictEqual(deductions, issued.deductions) &&
    line.zasor_mode === issued.zasor_mode &&
    typed === (line.zasor_mode === 'percent' ? issued.zasor_bp : issued.zasor_g)
  if (!same) return undefined
  const { transaction_id, drop_no, product_id, zasor_mode } = line
  const { phys_g, base_g, zasor_bp, zasor_g, net_g, zasor_step_g } = issued
  return {
    ...share,
    transaction_id,
    drop_no,
    product_id,
    deductions,
    zasor_mode,
    pack_g,
    phys_g,
    base_g,
    zasor_bp,
    zasor_g,
    net_g,
    zasor_step_g,
    from_issued_act: true,
  }
}

function computedLine(
  line: LineInput,
  i: number,
  share: { gross_g: number; tare_g: number },
  zasor_step_g: number,
  issued: IssuedLine | undefined,
): ComputedLine {
  const deductions = line.deductions ?? []
  const common = { ...share, pack_g: line.pack_g ?? 0, deductions, zasor_step_g }
  const weighed: Weighed =
    line.zasor_mode === 'percent'
      ? { ...common, zasor_mode: 'percent', zasor_bp: line.zasor_bp! }
      : { ...common, zasor_mode: 'weight', zasor_g: line.zasor_g! }
  const problem = lineProblem(weighed)
  if (problem) invalid(i, problem.field, problem.message)
  const { transaction_id, drop_no, product_id, zasor_mode } = line
  return {
    transaction_id,
    drop_no,
    product_id,
    deductions,
    zasor_mode,
    ...share,
    pack_g: common.pack_g,
    ...computeLine(weighed),
    zasor_step_g,
    from_issued_act: issued !== undefined,
  }
}

function invalid(i: number, field: string, message: string): never {
  return refuse('common.validation', { fields: { [`lines.${i}.${field}`]: message } })
}
