import type { CallInput } from '#contract/core/call.ts'
import type { user } from '#contract/user/user.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { may, mustMay } from '../../../auth/rights/rights.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { listPeople } from './user-list-queries.ts'
import { companyExists } from '../user-queries.ts'

/** Users of a company: SUPERVISOR names it, a manager sees those of their own. */
export async function listUsersOfCompany(
  db: Db,
  { query }: CallInput<typeof user.getByCompany>,
): Promise<Answer<typeof user.getByCompany>> {
  const { companyId = db.companyId, filter } = query
  const supervisor = isSupervisor(db.caller.session!)
  if (!supervisor) mustMay(db, 'user.read')
  if (supervisor && query.companyId === undefined)
    refuse('common.validation', { fields: { companyId: 'Заполните поле' } })
  const isVisibleCompany = supervisor
    ? await companyExists(db, companyId)
    : companyId === db.companyId
  if (!isVisibleCompany) refuse('common.not-found')
  const detailed = supervisor || may(db, 'people.manage')
  return listPeople(db, { ...filter, company_id: [companyId] }, { detailed })
}

export function listAllUsers(
  db: Db,
  { query }: CallInput<typeof user.superGetAll>,
): Promise<Answer<typeof user.superGetAll>> {
  return listPeople(db, query.filter, { detailed: true })
}
