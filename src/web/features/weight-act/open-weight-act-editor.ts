import type { Visit } from '#contract/visit/visit-entities.ts'
import type { WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import type { EditorStart } from './weight-act-rows.ts'

/** Makes a weight act of weighed visits, or changes a draft of one; gives it back, undefined when given up. */
export async function openWeightActEditor(
  visits: readonly Visit[],
  begun?: EditorStart,
): Promise<WeightActWithLines | undefined> {
  const { showWeightActEditor } = await import('./weight-act-editor.tsx')
  return showWeightActEditor(visits, begun)
}
