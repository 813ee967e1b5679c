import type { Transaction } from '#contract/transaction-entities.ts'
import type { WeightActWithLines } from '#contract/weight-act-entities.ts'

/** Makes a weight act of weighed visits, or changes a draft of one; gives it back, undefined when given up. */
export async function openWeightActEditor(
  visits: Transaction[],
  draft?: WeightActWithLines,
): Promise<WeightActWithLines | undefined> {
  const { showWeightActEditor } = await import('./weight-act-editor.tsx')
  return showWeightActEditor(visits, draft)
}
