import type { Transaction } from '#contract/transaction-entities.ts'
import type { WeightActWithLines } from '#contract/weight-act-entities.ts'

/** Makes a weight act of weighed visits; gives it back, undefined when given up. */
export async function openWeightActEditor(
  visits: Transaction[],
): Promise<WeightActWithLines | undefined> {
  const { showWeightActEditor } = await import('./weight-act-editor.tsx')
  return showWeightActEditor(visits)
}
