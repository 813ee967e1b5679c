import type { CallInput } from '#contract/core/call.ts'
import {
  MOST_UNFINISHED,
  type companySetUp,
  type SetUp,
  type UnfinishedSetUp,
} from '#contract/company/set-up.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { isSupervisor } from '../../../auth/session.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { findGaps, findPinless } from '../../user/rights/still-held.ts'
import { findCompany, sites } from '../company-queries.ts'
import { missingFor } from '../missing-for-start.ts'
import { settingsOf } from '../settings.ts'
import { companiesToSetUp, countForSetUp, directoryNow } from './set-up-queries.ts'
import { isSetUp, setUpStepsOf, type SetUpFacts } from './set-up-steps.ts'

/** company/getSetUp: SUPERVISOR asks for any company, a manager for their own; others do not exist for a manager. */
export async function getSetUp(
  db: Db,
  { query }: CallInput<typeof companySetUp.getSetUp>,
): Promise<SetUp> {
  const isOwn = query.companyId === db.companyId
  if (!isSupervisor(db.caller.session!) && !isOwn) return refuse('common.not-found')
  const read = await readSetUp(forCompany(db, query.companyId))
  return read ? read.setUp : refuse('common.not-found')
}

/** company/superGetUnfinishedSetUps: one company after the other, so that many of them take one connection. */
export async function listUnfinished(db: Db): Promise<Answer<typeof companySetUp.getUnfinished>> {
  const items: UnfinishedSetUp[] = []
  let total = 0
  for (const { id, status } of await companiesToSetUp(db)) {
    const read = await readSetUp(forCompany(db, id))
    const steps = read?.setUp.steps.filter(
      ({ code, state }) => state === 'missing' && !isSetUp(code, read.facts),
    )
    if (!read || !steps || steps.length === 0) continue
    total++
    const company_status = status as UnfinishedSetUp['company_status']
    if (items.length < MOST_UNFINISHED) items.push({ ...read.setUp, steps, company_status })
  }
  return { items, total }
}

interface ReadSetUp {
  readonly setUp: SetUp
  readonly facts: SetUpFacts
}

async function readSetUp(db: Db): Promise<ReadSetUp | undefined> {
  const company = await findCompany(db)
  if (!company) return undefined
  const [siteRows, counts, gaps, pinless, directory] = await Promise.all([
    sites(db),
    countForSetUp(db),
    findGaps(db, db.companyId),
    findPinless(db, db.companyId),
    directoryNow(db),
  ])
  const { modules } = settingsOf(company.settings)
  const facts: SetUpFacts = {
    ...counts,
    has: (module) => modules.includes(module),
    modules: modules.length,
    lacks: missingFor(company, siteRows)
      .filter(({ field }) => field !== 'sites')
      .map(({ message }) => message),
    alone: gaps.length > 0,
    pinless,
    works: company.status === 'active',
    directory,
  }
  const steps = setUpStepsOf.flatMap(([code, stepOf]) => {
    const step = stepOf(facts)
    return step ? [{ code, ...step }] : []
  })
  const setUp = { company_id: company.id, company_name: company.short_name, steps }
  return { setUp, facts }
}
