import type { Supplier } from '#contract/supplier-entities.ts'
import type { NewSupplierStart } from './new-supplier-dialog.tsx'

/** Makes a supplier over any screen and gives him back; undefined when given up before the first save. */
export async function openNewSupplier(start: NewSupplierStart = {}): Promise<Supplier | undefined> {
  const { showNewSupplier } = await import('./new-supplier-dialog.tsx')
  return showNewSupplier(start)
}
