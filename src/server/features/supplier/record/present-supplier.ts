import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import { refuse } from '#http/refusal.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import {
  findNames,
  findSupplierRow,
  lockSupplier,
  type StoredSupplierRow,
} from './supplier-queries.ts'
import { supplierName } from './supplier-name.ts'
import { presentSupplierRow } from './supplier-row.ts'

/** A supplier of the company as an answer, its document masked. */
export async function presentSupplier(db: Db, id: string): Promise<Supplier> {
  const row = await findSupplierRow(db, id)
  return row ? presentSupplierRow(db, row) : refuse('common.not-found')
}

/** Locks a supplier and reads it: the following checks use this row. An alias is not changed any more. */
export async function lockedSupplier(db: Tx, id: string): Promise<StoredSupplierRow> {
  if (!(await lockSupplier(db, id))) refuse('common.not-found')
  const row = (await findSupplierRow(db, id))!
  return row.merged_into ? refuse('common.bad-transition') : row
}

const MOST_NAMES = 3

/** How suppliers are called, for a message that names a few and counts the others; an absent one has no name. */
export async function namesOf(db: Db, ids: readonly (string | null)[]): Promise<string[]> {
  const presentIds = [...new Set(ids.filter((id) => id !== null))]
  const names = (await findNames(db, presentIds.slice(0, MOST_NAMES))).map(supplierName)
  const more = presentIds.length - MOST_NAMES
  return more > 0 ? [...names, `и ещё ${more}`] : names
}
