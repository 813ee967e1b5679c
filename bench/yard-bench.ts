/** How a measurement of a yard is asked for: `smoke` shortens it, `seconds` overrides its usual length. */
export interface YardBench {
  readonly smoke: boolean
  readonly seed: number
  readonly seconds: number | undefined
}
