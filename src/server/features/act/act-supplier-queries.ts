import type { Db, Tx } from '../../db/handle.ts'
import { compiledQuery, type Scope } from '../../db/query/compiled-query.ts'
import {
  consentDue,
  consentStatus,
  hasConsentScan,
  suppliers,
  today,
} from '../supplier/record/supplier-queries.ts'

function actSuppliers(db: Scope, id: string) {
  return suppliers(db)
    .where('s.id', '=', id)
    .selectAll('s')
    .select([
      today(db).as('today'),
      consentDue(db).as('consent_due'),
      consentStatus(db).as('consent_status'),
      hasConsentScan().as('has_consent_scan'),
    ])
}

const supplierById = compiledQuery((db, { id }: { id: string }) => actSuppliers(db, id))
const supplierHeld = compiledQuery((db, { id }: { id: string }) =>
  actSuppliers(db, id).forUpdate('s'),
)

/** The supplier fields that an act is validated by, without the counts and sums of the card, which are slow. */
export async function findActSupplier(db: Db, id: string) {
  return (await supplierById(db, { id })).at(0)
}

/** The same, locked until the end of the transaction, so that checks of the supplier's row stay valid. */
export async function lockActSupplier(db: Tx, id: string) {
  return (await supplierHeld(db, { id })).at(0)
}

export type ActSupplier = NonNullable<Awaited<ReturnType<typeof findActSupplier>>>
