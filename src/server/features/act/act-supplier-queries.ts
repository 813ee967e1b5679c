import type { Db } from '../../db/handle.ts'
import { prepared } from '../../db/prepared.ts'
import {
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  today,
} from '../supplier/supplier-queries.ts'

const supplierById = prepared((db, { id }: { id: string }) =>
  suppliers(db)
    .where('s.id', '=', id)
    .selectAll('s')
    .select([
      today(db).as('today'),
      consentDue(db).as('consent_due'),
      consentStatus(db).as('consent_status'),
      hasConsentScan().as('has_consent_scan'),
    ]),
)

/** A supplier as far as an act is judged by him: without the counts and sums of his card, which cost time. */
export async function findActSupplier(db: Db, id: string) {
  return (await supplierById(db, { id })).at(0)
}

export type ActSupplier = NonNullable<Awaited<ReturnType<typeof findActSupplier>>>
