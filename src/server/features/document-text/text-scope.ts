import { refuse } from '#http/refusal.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { companyExists } from './document-text-queries.ts'

/** The handle for the texts of a company, or for those of all. */
export async function bindScope(db: Db, companyId: string | undefined): Promise<Db> {
  if (companyId === undefined) return forCompany(db, NO_COMPANY)
  const bound = forCompany(db, companyId)
  return (await companyExists(bound)) ? bound : refuse('common.not-found')
}

export const isCommon = (db: Db): boolean => db.companyId === NO_COMPANY
