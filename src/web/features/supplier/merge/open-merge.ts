import type { Supplier } from '#contract/supplier/supplier-entities.ts'

/** Two records side by side; gives the remaining supplier, or undefined when cancelled. */
export async function openMerge(ids: readonly [string, string]): Promise<Supplier | undefined> {
  const { showMerge } = await import('./merge-suppliers.tsx')
  return showMerge(ids)
}
