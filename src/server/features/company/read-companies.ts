import type { CallInput } from '#contract/core/call.ts'
import type { company } from '#contract/company/company.ts'
import type { ownCompany } from '#contract/company/own-company.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { readCompany } from './company-card.ts'
import { listCompanyRows } from './company-list-queries.ts'

/** The company of the signed-in person; SUPERVISOR has none. */
export async function getOwnCompany(db: Db): Promise<Answer<typeof ownCompany.getOwn>> {
  if (db.companyId === NO_COMPANY) refuse('company.none')
  return readCompany(db)
}

/** Any company of the platform, for SUPERVISOR. */
export function getCompany(
  db: Db,
  { query }: CallInput<typeof company.get>,
): Promise<Answer<typeof company.get>> {
  return readCompany(forCompany(db, query.id))
}

export function listCompanies(
  db: Db,
  { query }: CallInput<typeof company.getAll>,
): Promise<Answer<typeof company.getAll>> {
  return listCompanyRows(db, query.filter)
}
