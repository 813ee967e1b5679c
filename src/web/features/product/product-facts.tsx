import { nodeFields, productFields } from '#contract/price/product-record.ts'
import type { Product } from '#contract/price/product.ts'
import { recordFacts } from '#web/ui/form/record-fields.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'

/** A node for reading: archived, or shown to who may not change the catalogue. */
export function ProductFacts({ node }: { node: Product }) {
  return <Facts facts={recordFacts(node.kind === 'group' ? nodeFields : productFields, node)} />
}
