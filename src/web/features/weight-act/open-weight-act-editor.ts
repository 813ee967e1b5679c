import type { Transaction } from '#contract/transaction-entities.ts'
import type { WeightActWithLines } from '#contract/weight-act-entities.ts'
import type { Told } from './weight-act-rows.ts'

/** A draft to go on with, or what was named of the visits before. */
export interface Begun {
  draft?: WeightActWithLines
  lines?: readonly Told[]
  supplierId?: string
}

/** Makes a weight act of weighed visits, or changes a draft of one; gives it back, undefined when given up. */
export async function openWeightActEditor(
  visits: readonly Transaction[],
  begun?: Begun,
): Promise<WeightActWithLines | undefined> {
  const { showWeightActEditor } = await import('./weight-act-editor.tsx')
  return showWeightActEditor(visits, begun)
}
