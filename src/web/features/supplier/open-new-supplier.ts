import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { NewSupplierStart } from './form/new-supplier-dialog.tsx'

/** Creates a supplier over any screen and returns it; undefined when cancelled before the first save. */
export async function openNewSupplier(start: NewSupplierStart = {}): Promise<Supplier | undefined> {
  const { showNewSupplier } = await import('./form/new-supplier-dialog.tsx')
  return showNewSupplier(start)
}
