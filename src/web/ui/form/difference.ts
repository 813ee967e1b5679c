import { formatPercent } from '#contract/core/input-text.ts'

const FULL_BP = 10_000

/** «на 12 % больше, чем вчера»; undefined when there is nothing to compare, twice nothing included. `than` is the text after «чем». */
export function differenceText(
  value: number | null,
  previous: number | null,
  than: string,
): string | undefined {
  if (value === null || previous === null || (value === 0 && previous === 0)) return undefined
  if (value === previous) return `столько же, сколько ${than}`
  if (previous === 0) return undefined
  const bp = Math.round(((value - previous) / Math.abs(previous)) * 100) * (FULL_BP / 100)
  const word = value > previous ? 'больше' : 'меньше'
  const share = formatPercent(Math.abs(bp))
  return bp === 0 ? `почти столько же, сколько ${than}` : `на ${share}\u00a0% ${word}, чем ${than}`
}
