import { formatKg } from '#contract/core/input-text.ts'
import { divHalfUp, exact, roundTo, safe, sumOf } from './rounding.ts'

const FULL_BP = 10_000n

/**
 * Differences between neighbouring weighings of one visit: all falling is a purchase, all
 * rising a shipment; undefined when the weights turn, repeat, or are fewer than two (a refusal
 * for the caller).
 */
export function dropsOf(
  weights_g: readonly number[],
): { direction: 'purchase' | 'shipment'; drops_g: number[] } | undefined {
  weights_g.forEach(exact)
  const steps = weights_g.slice(1).map((weight, i) => weights_g[i]! - weight)
  if (steps.length === 0) return undefined
  if (steps.every((step) => step > 0)) return { direction: 'purchase', drops_g: steps }
  if (steps.every((step) => step < 0))
    return { direction: 'shipment', drops_g: steps.map((step) => -step) }
  return undefined
}

/** A load between two neighbouring weighings of a visit, both of which a scale has shown. */
export interface Unload {
  readonly transaction_id: string
  readonly drop_no: number
  readonly gross_g: number
  readonly tare_g: number
}

interface VisitWeights {
  readonly id: string
  readonly direction: string | null
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly drops: unknown
}

/** A purchase is unloaded from the gross downwards, a shipment loaded from the tare upwards. */
export function unloadsOf(visit: VisitWeights): Unload[] {
  const falling = visit.direction !== 'shipment'
  let at = (falling ? visit.gross_g : visit.tare_g) ?? 0
  return (visit.drops as { drop_no: number; weight_g: number }[]).map(({ drop_no, weight_g }) => {
    const next = falling ? at - weight_g : at + weight_g
    const [gross_g, tare_g] = falling ? [at, next] : [next, at]
    at = next
    return { transaction_id: visit.id, drop_no, gross_g, tare_g }
  })
}

/**
 * What a line of a weight act is computed from; grams and basis points, the names of domain.md
 * 2.6.
 */
export type LineInput = {
  gross_g: number
  tare_g: number
  pack_g: number
  deductions: readonly { grams: number }[]
  zasor_step_g: number
} & ({ zasor_mode: 'percent'; zasor_bp: number } | { zasor_mode: 'weight'; zasor_g: number })

export interface LineWeights {
  phys_g: number
  base_g: number
  zasor_g: number
  zasor_bp: number
  net_g: number
}

/** The field of a line that breaks a rule, with the sentence to show beside it. */
export interface LineProblem {
  field: 'gross_g' | 'pack_g' | 'deductions' | 'zasor_bp' | 'zasor_g'
  message: string
}

/** Validates a typed line before `computeLine`; fractional or negative numbers are a bug of the caller and throw. */
export function lineProblem(input: LineInput): LineProblem | undefined {
  const load = exact(input.gross_g) - exact(input.tare_g)
  if (load < 0n) return { field: 'gross_g', message: 'Брутто меньше тары' }
  const phys = load - exact(input.pack_g)
  if (phys < 0n) return { field: 'pack_g', message: 'Упаковка тяжелее самого груза' }
  const base = phys - exact(sumDeductions(input))
  if (base < 0n) return { field: 'deductions', message: 'Вычеты больше веса груза' }
  if (input.zasor_mode === 'percent')
    return exact(input.zasor_bp) > FULL_BP
      ? { field: 'zasor_bp', message: 'Засор не может быть больше 100 %' }
      : undefined
  const contamination = exact(input.zasor_g)
  if (contamination > base) return { field: 'zasor_g', message: 'Засор больше веса груза' }
  if (contamination % stepOf(input) !== 0n)
    return {
      field: 'zasor_g',
      message: `Засор указывают с шагом ${formatKg(input.zasor_step_g)} кг`,
    }
  return undefined
}

/**
 * The weights of one line (domain.md 5, I20); a line that `lineProblem` refuses throws
 * RangeError.
 */
export function computeLine(input: LineInput): LineWeights {
  const problem = lineProblem(input)
  if (problem) throw new RangeError(`${problem.field}: ${problem.message}`)
  const phys = exact(input.gross_g) - exact(input.tare_g) - exact(input.pack_g)
  const base = phys - exact(sumDeductions(input))
  const { contamination, bp } = contaminationOf(input, base)
  return {
    phys_g: safe(phys),
    base_g: safe(base),
    zasor_g: safe(contamination),
    zasor_bp: safe(bp),
    net_g: safe(base - contamination),
  }
}

/** What is bought of a base weight at a contamination in percent: exactly what a line of a weight act with this percent gives. */
export function netAtPercent(base_g: number, zasor_bp: number, zasor_step_g: number): number {
  const line = { gross_g: base_g, tare_g: 0, pack_g: 0, deductions: [], zasor_step_g }
  return computeLine({ ...line, zasor_mode: 'percent', zasor_bp }).net_g
}

/**
 * Contamination as printed and shown on cards: everything between physical and net weight, deductions included (domain.md 5).
 * The typed percent is shown only in the editor: rounding to the step turns 3,33 % into 3,34 %.
 */
export function printedContaminationBp(phys_g: number, net_g: number): number {
  const phys = exact(phys_g)
  return phys === 0n ? 0 : safe(divHalfUp((phys - exact(net_g)) * FULL_BP, phys))
}

/**
 * Splits an unload into lines of the given shares, from the gross downwards: the tare of a line is the gross of the next, so
 * that the lines add up to the unload exactly (I6); undefined when the shares do not add up to it.
 */
export function splitDrop(
  drop: { gross_g: number; tare_g: number },
  shares_g: readonly number[],
): { gross_g: number; tare_g: number }[] | undefined {
  if (shares_g.length === 0 || sumOf(shares_g) !== drop.gross_g - drop.tare_g) return undefined
  let gross_g = drop.gross_g
  return shares_g.map((share) => {
    const line = { gross_g, tare_g: gross_g - share }
    gross_g = line.tare_g
    return line
  })
}

/**
 * What the lines of a drop leave over (I6 holds at 0); below zero when they hold more than was
 * weighed.
 */
export function unloadRemainder(
  drop_g: number,
  lines: readonly { phys_g: number; pack_g: number }[],
): number {
  return drop_g - sumOf(lines.flatMap((line) => [line.phys_g, line.pack_g]))
}

function contaminationOf(input: LineInput, base: bigint): { contamination: bigint; bp: bigint } {
  if (base === 0n) return { contamination: 0n, bp: 0n }
  if (input.zasor_mode === 'weight') {
    const contamination = exact(input.zasor_g)
    return { contamination, bp: divHalfUp(contamination * FULL_BP, base) }
  }
  const bp = exact(input.zasor_bp)
  const rounded = roundTo(base * bp, FULL_BP, stepOf(input))
  return { contamination: rounded < base ? rounded : base, bp }
}

function stepOf(input: LineInput): bigint {
  const step = exact(input.zasor_step_g)
  if (step === 0n) throw new RangeError('The step of contamination is at least one gram')
  return step
}

function sumDeductions(input: LineInput): number {
  return sumOf(input.deductions.map((deduction) => deduction.grams))
}
