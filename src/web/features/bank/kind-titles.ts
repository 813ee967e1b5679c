import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { methodKindTitles } from '#contract/core/display-text.ts'

/** Kinds of payment methods in one line. */
export function kindTitles(kinds: readonly MethodKind[]): string {
  return kinds.map((kind) => methodKindTitles[kind]).join(', ')
}
