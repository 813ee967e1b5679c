import { ownCompany } from '#contract/company/own-company.ts'
import { product } from '#contract/price/product.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { callOnce, REFERENCE_MS } from '#web/api/use-call.ts'

export interface NamedRecord {
  readonly id: string
  readonly name: string
}

/** Names of the records that a link filters by; asked without a toast, since the list itself works without them. */
export const RECORD_NAMES: Record<string, (ids: string[]) => Promise<readonly NamedRecord[]>> = {
  product_id: async (ids) => {
    const query = { filter: { ids } }
    return (await callOnce(product.getAll, { query }, REFERENCE_MS, true)).items
  },
  supplier_id: async (ids) => {
    const query = { filter: { ids, with: ['rows' as const] } }
    return (await callOnce(supplier.getAll, { query }, REFERENCE_MS, true)).items
  },
  site_id: async () => (await callOnce(ownCompany.getOwn, {}, REFERENCE_MS, true)).sites,
}
