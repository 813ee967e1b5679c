/** One figure of the bench; `baseline` null = nothing honest to compare it with. */
export function tell(figure: {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: number | null
  readonly [detail: string]: unknown
}): void {
  const { name, value, unit, baseline = null, ...details } = figure
  const ratio = baseline ? Number((value / baseline).toFixed(3)) : null
  console.log(JSON.stringify({ name, value, unit, baseline, ratio, ...details }))
}
