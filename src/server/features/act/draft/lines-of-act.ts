import type { LineWithoutPosition } from '#contract/act/act-entities.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { quote } from '#contract/words/quote.ts'

interface WeighedLine {
  readonly id: string
  readonly net_g: number
}

interface LineRef {
  readonly line_id?: string | null | undefined
}

/** Lines of an act's weight acts that no position buys and that have something to buy: issuing refuses them. */
export function linesWithoutPosition<L extends WeighedLine>(
  lines: readonly L[],
  positions: readonly LineRef[],
): L[] {
  return withoutPosition(lines, positions).filter(({ net_g }) => net_g > 0)
}

/** Lines that are contamination from end to end: nothing is bought of them, but the limit of contamination asks about them. */
export function worthlessLines<L extends WeighedLine>(
  lines: readonly L[],
  positions: readonly LineRef[],
): L[] {
  return withoutPosition(lines, positions).filter(({ net_g }) => net_g === 0)
}

function withoutPosition<L extends WeighedLine>(
  lines: readonly L[],
  positions: readonly LineRef[],
): L[] {
  const bought = new Set(positions.map(({ line_id }) => line_id))
  return lines.filter(({ id }) => !bought.has(id))
}

/** Words at each line that is left out, by its path. */
export function lineFields(lines: readonly LineWithoutPosition[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const what = `${quote(line.product_name)}, ${formatKg(line.net_g)} кг`
      const where = `весовой акт ${line.weight_act_number}, заезд ${line.transaction_number}`
      return [`lines.${line.line_id}`, `${what} (${where}): добавьте позицию`]
    }),
  )
}
