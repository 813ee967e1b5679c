import type { DocumentFacts, SupplierFacts } from '../../../documents/act-facts.ts'
import { maskDocument } from '../../supplier/record/identity.ts'

/** A supplier as printed for who has no right to personal data: numbers of identity documents are masked. */
export function maskSupplier(supplier: SupplierFacts): SupplierFacts {
  const { document, representative } = supplier
  return {
    ...supplier,
    document: document && maskFacts(document),
    representative: representative && {
      ...representative,
      document: representative.document && maskFacts(representative.document),
    },
  }
}

function maskFacts(document: DocumentFacts): DocumentFacts {
  return { ...document, series: '', number: maskDocument(document) }
}
