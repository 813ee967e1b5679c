import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { SupplierStatus } from '#contract/supplier/supplier-kinds.ts'

/** The contract's bound of one call. */
export const MOST_AT_ONCE = 200

/** Changes the status of the chosen; its questions and its table of outcomes are loaded when first needed. */
export async function moveSuppliers(
  rows: readonly Pick<Supplier, 'id' | 'name'>[],
  to: SupplierStatus,
): Promise<void> {
  const { moveAll } = await import('./supplier-statuses.tsx')
  await moveAll(rows, to)
}
