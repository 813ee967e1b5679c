/** One statement as our own server sent it; values that change from request to request are marked. */
export interface Step {
  readonly name?: string
  readonly text: string
  /** Steps of one wave were under way together. */
  readonly wave: number
  readonly values?: readonly unknown[]
}

/** Tells the bare server which plan a request means; ours knows no such header. */
export const KIND_HEADER = 'x-bench-kind'

/** What the bare server does for one request. */
export interface Plan {
  /** Several kinds ask the same address, so the request names its own. */
  readonly kind: string
  readonly steps: readonly Step[]
}

/** Everything that the bare server receives. */
export interface BarePlan {
  readonly databaseUrl: string
  readonly poolSize: number
  /** Whether each statement is prepared once a connection, as ours are. */
  readonly named: boolean
  /** PEM. */
  readonly publicKey: string
  readonly issuer: string
  readonly plans: readonly Plan[]
}

export type Rows = readonly Record<string, unknown>[]

/** Marks stand between these two signs: `in:` names a field of the request, `row:` an earlier answer, `new:` a fresh id. */
export const mark = (text: string): string => `\u{E000}${text}\u{E001}`
const MARKS = /\u{E000}([^\u{E001}]+)\u{E001}/gu

/** A value with marks, read once: what fills it for one request. */
export function filling(value: unknown): (meaning: (mark: string) => unknown) => unknown {
  if (Array.isArray(value)) {
    const items = value.map(filling)
    return (meaning) => items.map((item) => item(meaning))
  }
  if (typeof value !== 'string' || !value.includes('\u{E000}')) return () => value
  const [only] = value.matchAll(MARKS)
  const name = only![1]!
  if (only![0] === value) return (meaning) => meaning(name)
  return (meaning) => value.replaceAll(MARKS, (_, one: string) => String(meaning(one)))
}
