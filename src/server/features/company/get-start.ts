import type { ownCompany } from '#contract/company/own-company.ts'
import { START_NOTICES } from '#contract/user/user-preferences.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { listNotices } from '../user/notices/notice-queries.ts'
import { getPreferences } from '../user/own/preferences.ts'
import { readCompany } from './company-card.ts'

/** What a screen needs before its own content, so that a telephone asks once; SUPERVISOR has no company. */
export async function getStart(db: Db): Promise<Answer<typeof ownCompany.getStart>> {
  const [company, preferences, notices] = await Promise.all([
    db.companyId === NO_COMPANY ? null : readCompany(db),
    getPreferences(db),
    listNotices(db, { limit: START_NOTICES }),
  ])
  return { company, rights: [...db.caller.session!.grants.keys()], preferences, notices }
}
