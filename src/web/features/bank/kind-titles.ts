import type { MethodKind } from '#contract/bank-entities.ts'

const TITLES: Record<MethodKind, string> = { card: 'карта', sbp: 'СБП', account: 'счёт' }

/** Kinds of payment methods in one line. */
export function kindTitles(kinds: readonly MethodKind[]): string {
  return kinds.map((kind) => TITLES[kind]).join(', ')
}
