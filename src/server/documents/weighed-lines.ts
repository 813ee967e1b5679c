import { formatKg } from '#contract/core/input-text.ts'
import { contaminationWords, roundingWords } from '#contract/weight-act/contamination-words.ts'
import type { WeightActLine } from '#contract/weight-act/weight-act-entities.ts'
import { quote } from '#contract/words/quote.ts'
import { sumOf } from '../arithmetic/rounding.ts'
import type { Unload } from '../arithmetic/weights.ts'

type WeighedLine = Pick<
  WeightActLine,
  | 'transaction_id'
  | 'transaction_number'
  | 'drop_no'
  | 'product_name'
  | 'pack_g'
  | 'phys_g'
  | 'deductions'
  | 'base_g'
  | 'zasor_mode'
  | 'zasor_bp'
  | 'zasor_g'
  | 'zasor_step_g'
  | 'net_g'
>

/** A line with its number on the paper; null for one that nobody buys: contamination from end to end. */
export interface PlacedLine extends WeighedLine {
  readonly place: number | null
}

/** What a paper may print as weighed: cut shares of a divided load were on no scale, so its first line alone has the weighing. */
export interface PrintedWeights {
  readonly gross_g: number | null
  readonly tare_g: number | null
  readonly pack_g: number | null
  readonly is_divided: boolean
}

/** The weights of the lines as they may be printed, by their number on the paper. */
export function printedWeights(
  lines: readonly PlacedLine[],
  unloads: readonly Unload[],
): Map<number, PrintedWeights> {
  const printed = new Map<number, PrintedWeights>()
  for (const unload of unloads) {
    const own = lines.filter((line) => isOf(line, unload))
    const placed = own.filter((line) => line.place !== null)
    const { gross_g, tare_g } = unload
    const is_divided = own.length > 1
    placed.forEach((line, index) =>
      printed.set(
        line.place!,
        index === 0
          ? { gross_g, tare_g, pack_g: sumOf(own.map(({ pack_g }) => pack_g)), is_divided }
          : { gross_g: null, tare_g: null, pack_g: null, is_divided },
      ),
    )
  }
  return printed
}

/** One sentence for each load that was weighed once and divided by hand, with what each line took of it. */
export function divisionNotes(lines: readonly PlacedLine[], unloads: readonly Unload[]): string[] {
  return unloads.flatMap((unload) => {
    const own = lines.filter((line) => isOf(line, unload))
    if (own.length < 2) return []
    const { transaction_id, drop_no, gross_g, tare_g } = unload
    const isOne = unloads.filter((one) => one.transaction_id === transaction_id).length === 1
    const where = `заезд ${own[0]!.transaction_number}${isOne ? '' : `, выгрузка ${drop_no}`}`
    const weighed = `брутто ${kg(gross_g)}, тара ${kg(tare_g)}, масса груза ${kg(gross_g - tare_g)}`
    return [
      `* ${together(own)}: ${where}, ${weighed}. ` +
        `Отдельно не взвешивались, масса разделена при приёмке: ${own.map(partWords).join(', ')}.`,
    ]
  })
}

function together(own: readonly PlacedLine[]): string {
  const places = own.flatMap(({ place }) => place ?? [])
  if (places.length < 2) return `Поз. ${places.join('')} взвешена вместе с засором`
  return `Поз. ${places.slice(0, -1).join(', ')} и ${places.at(-1)} взвешены вместе`
}

function partWords({ place, product_name, phys_g, pack_g }: PlacedLine): string {
  const what = place === null ? `засор ${quote(product_name)}` : `поз. ${place}`
  const pack = pack_g > 0 ? ` и упаковка ${kg(pack_g)}` : ''
  return `${what} — ${kg(phys_g)}${pack}`
}

/**
 * One equation for each line from which something was taken off, so that each net weight can be recomputed from the paper alone:
 * gross less tare and pack is the first figure (decision 20).
 */
export function deductionNotes(lines: readonly PlacedLine[]): string[] {
  return lines.flatMap((line) => {
    const { place, phys_g, net_g, deductions, zasor_g } = line
    if (place === null || phys_g === net_g) return []
    const cuts = deductions.map(({ reason, grams }) => `${reason.toLowerCase()} ${kg(grams)}`)
    const all = zasor_g > 0 ? [...cuts, contaminationWords(line, cuts.length > 0)] : cuts
    return [`Поз. ${place}: ${[kg(phys_g), ...all].join(' − ')} = ${kg(net_g)}.`]
  })
}

/** The same only for lines whose typed percent was rounded: for a paper that has a column for each weight. */
export function roundingNotes(lines: readonly PlacedLine[]): string[] {
  return deductionNotes(lines.filter((line) => roundingWords(line) !== undefined))
}

function isOf(line: WeighedLine, unload: Unload): boolean {
  return line.transaction_id === unload.transaction_id && line.drop_no === unload.drop_no
}

function kg(grams: number): string {
  return `${formatKg(grams)}\u00a0кг`
}
