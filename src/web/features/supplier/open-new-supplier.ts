import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { NewSupplierStart } from './form/new-supplier-dialog.tsx'

/** Makes a supplier over any screen and gives him back; undefined when given up before the first save. */
export async function openNewSupplier(start: NewSupplierStart = {}): Promise<Supplier | undefined> {
  const { showNewSupplier } = await import('./form/new-supplier-dialog.tsx')
  return showNewSupplier(start)
}
