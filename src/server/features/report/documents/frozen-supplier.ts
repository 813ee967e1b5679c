import type { SupplierFacts } from '../../../documents/act-facts.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import { maskDocument } from '../../supplier/record/identity.ts'

/** The supplier as an act froze it when it was issued; nothing of a draft. */
export function frozenSupplier(db: Db, id: string, snapshot: Buffer | null): SupplierFacts | null {
  if (!snapshot) return null
  const place = { companyId: db.companyId, table: 'act', id, field: 'supplier_snapshot' }
  return JSON.parse(db.services.seal.open(place, snapshot)) as SupplierFacts
}

/** Who sold; the document is whole only with the right to personal data. */
export function frozenSupplierLine(db: Db, id: string, snapshot: Buffer | null): string {
  const supplier = frozenSupplier(db, id, snapshot)
  if (!supplier) return ''
  const { name, document, inn } = supplier
  if (!document) return [name, inn && `ИНН ${inn}`].filter(Boolean).join(', ')
  const whole = [document.series, document.number].filter(Boolean).join(' ')
  const number = may(db, 'supplier.personal') ? whole : maskDocument(document)
  return `${name}, ${document.title} ${number}`
}
