import { PLATFORM_ZONE } from '#contract/requisites/calendar.ts'
import type { audit } from '#contract/audit/audit.ts'
import type { CallInput } from '#contract/core/call.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { mustMay } from '../../auth/rights/rights.ts'
import { isSupervisor } from '../../auth/session.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { readList } from '../../list/lists.ts'
import {
  companyExists,
  eventList,
  findEvent,
  findLastArchive,
  presentEvents,
} from './audit-queries.ts'
import { describeChanges } from './describe-changes.ts'
import { readableValues } from './private-fields.ts'
import { namerOf } from './sentence/tell-events.ts'
import { verifyLinks } from './verify-links.ts'

/** audit/getEvents: who did what, newest first. */
export async function listEvents(
  db: Db,
  { query }: CallInput<typeof audit.getEvents>,
): Promise<Answer<typeof audit.getEvents>> {
  const chain = await chainOf(db, query.filter?.company_id)
  const timezone = zoneOfReader(db)
  const page = await readList(chain, eventList(chain, query.filter ?? {}, timezone))
  return { ...page, items: await presentEvents(chain, page.items, timezone) }
}

/** audit/getEvent: one event with what changed. */
export async function getEvent(
  db: Db,
  { query }: CallInput<typeof audit.getEvent>,
): Promise<Answer<typeof audit.getEvent>> {
  const chain = await chainOf(db, query.companyId)
  const row = (await findEvent(chain, query.seq)) ?? (await refuseMissing(chain, query.seq))
  const { agent, hash, ...event } = row
  const timezone = zoneOfReader(db)
  const [told] = await presentEvents(chain, [event], timezone)
  const after = readableValues(db, row.action, row.after)
  return {
    ...told!,
    agent,
    hash: hash.toString('hex'),
    changes: describeChanges(row.before, after, {
      entity: row.entity,
      timezone,
      nameOf: await namerOf(chain, { ...event, after }),
    }),
  }
}

async function refuseMissing(chain: Db, seq: number): Promise<never> {
  const archive = await findLastArchive(chain)
  refuse(archive && seq <= archive.last_seq ? 'audit.archived' : 'common.not-found')
}

/** audit/verifyChain: proves a part of the chain; the screen asks for the next until it is done. */
export async function verifyChain(
  db: Db,
  { query }: CallInput<typeof audit.verifyChain>,
): Promise<Answer<typeof audit.verifyChain>> {
  const { companyId } = await chainOf(db, query.companyId)
  const { after, keptSeq, keptHash } = query
  if ((keptSeq === undefined) !== (keptHash === undefined))
    refuse('common.validation', { fields: { keptHash: 'Нужны и номер записи, и её отпечаток' } })
  const savedHead = keptSeq === undefined ? undefined : { seq: keptSeq, hash: keptHash! }
  return verifyLinks(db.q, companyId, {
    after,
    savedHead,
    findKey: (key) => db.services.ring.find(key),
  })
}

/** The chain that the caller may read: a company's own people need the right, a super administrator names the company. */
async function chainOf(db: Db, companyId: string | undefined): Promise<Db> {
  if (isSupervisor(db.caller.session!)) {
    if (companyId === undefined) return forCompany(db, NO_COMPANY)
    if (!(await companyExists(db, companyId))) refuse('common.not-found')
    return forCompany(db, companyId)
  }
  if (companyId !== undefined && companyId !== db.companyId) refuse('common.not-found')
  mustMay(db, 'audit.read')
  return db
}

const zoneOfReader = (db: Db) => db.caller.session?.timezone ?? PLATFORM_ZONE
