import { DamagedRecord, openSealed } from '../../../damage/damaged-record.ts'
import { reportDamage } from '../../../damage/report-damage.ts'
import type { SupplierFacts } from '../../../documents/act-facts.ts'
import { may } from '../../../auth/rights/rights.ts'
import type { Db } from '../../../db/handle.ts'
import { maskDocument } from '../../supplier/record/identity.ts'

/** The supplier as an act froze it when it was issued; nothing of a draft. Refuses with `DamagedRecord` what does not open. */
export function frozenSupplier(db: Db, id: string, snapshot: Buffer | null): SupplierFacts | null {
  if (!snapshot) return null
  const place = { companyId: db.companyId, table: 'act', id, field: 'supplier_snapshot' }
  const damage = { entity: 'act', id, part: 'supplier' } as const
  return JSON.parse(openSealed(db, { place, sealed: snapshot, damage })) as SupplierFacts
}

/** The same for a list of many acts: one damaged act is reported and does not end the list. */
export async function findFrozenSupplier(
  db: Db,
  id: string,
  snapshot: Buffer | null,
): Promise<SupplierFacts | null | 'damaged'> {
  try {
    return frozenSupplier(db, id, snapshot)
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
    await reportDamage(db, error.damage)
    return 'damaged'
  }
}

/** Who sold; the document is whole only with the right to personal data. */
export async function frozenSupplierLine(
  db: Db,
  id: string,
  snapshot: Buffer | null,
): Promise<string> {
  const supplier = await findFrozenSupplier(db, id, snapshot)
  if (supplier === 'damaged') return 'СВЕДЕНИЯ ПОВРЕЖДЕНЫ: сохранены были другие'
  if (!supplier) return ''
  const { name, document, inn } = supplier
  if (!document) return [name, inn && `ИНН ${inn}`].filter(Boolean).join(', ')
  const whole = [document.series, document.number].filter(Boolean).join(' ')
  const number = may(db, 'supplier.personal') ? whole : maskDocument(document)
  return `${name}, ${document.title} ${number}`
}
