/** Nearest rank, one decimal; NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)
  return Number((sorted[at] ?? Number.NaN).toFixed(1))
}
