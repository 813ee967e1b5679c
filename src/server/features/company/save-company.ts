import type { CallInput } from '#contract/core/call.ts'
import type { CompanyCard, CompanyStatus } from '#contract/company/company-entities.ts'
import type { company } from '#contract/company/company.ts'
import { defaultRules } from '#contract/company/company-settings.ts'
import { movedMessage } from '#contract/company/move-messages.ts'
import { refuse } from '#http/refusal.ts'
import { openedOther } from '../../auth/opened-account-queries.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { acrossCompanies, forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { idempotencyKeyOf } from '../../idempotency.ts'
import { stopListeners } from '../../outbox/outbox-queries.ts'
import { readCompany } from './company-card.ts'
import { sites as sitesOf } from './company-queries.ts'
import { assertFormats } from './numbering/document-number.ts'
import { firstSettings, firstSites, assertRequisites } from './company-values.ts'
import { missingFor } from './missing-for-start.ts'
import * as queries from './save-queries.ts'
import { settingsOf } from './settings.ts'

/** company/superCreateNewCompany: status `new`, with default settings and a price column (domain.md 3.1). */
export async function createCompany(
  db: Db,
  { body }: CallInput<typeof company.create>,
): Promise<CompanyCard> {
  const { client_id: clientId, settings, sites, ...fields } = body
  const stamp = idempotencyKeyOf(body)
  assertRequisites(fields)
  const own = firstSettings(settings)
  const yards = firstSites(sites)
  const id = uuidv7()
  // A repeated request finds the company that the first one made.
  const made = await inTransaction(acrossCompanies(forCompany(db, id)), async (tx) => {
    await mustMayNow(tx, 'company.manage')
    const earlierCompany =
      clientId === undefined ? undefined : await queries.companyByClientId(tx, clientId)
    if (earlierCompany && !earlierCompany.client_hash?.equals(stamp.client_hash!))
      refuse('common.id-reused')
    if (earlierCompany) return earlierCompany.id
    await queries.insertCompany(tx, { ...fields, ...stamp, id, settings: JSON.stringify(own) })
    await queries.insertSites(tx, yards)
    await queries.insertFirstColumn(tx)
    await assertFormats(tx, defaultRules, settingsOf(own).rules)
    addAuditEvent(tx, { action: 'company.create', entity: 'company', id, after: { ...fields } })
    return id
  })
  return readCompany(forCompany(db, made))
}

const STEPS: Record<CompanyStatus, readonly CompanyStatus[]> = {
  new: ['active', 'archived'],
  active: ['suspended'],
  suspended: ['active', 'archived'],
  archived: [],
}

/** company/superUpdateCompanyStatus: every step of domain.md 3.1, felt by its people on the next request. */
export async function setCompanyStatus(
  db: Db,
  { body }: CallInput<typeof company.setStatus>,
): Promise<CompanyCard> {
  const bound = forCompany(db, body.id)
  const status = body.new_status
  await inTransaction(bound, async (tx) => {
    await mustMayNow(tx, 'company.manage')
    const before = await queries.lockCompany(tx)
    if (!before) return refuse('common.not-found')
    if (before.status === status) return undefined
    if (before.moved_to !== null)
      refuse('company.moved', { message: movedMessage(before.moved_to) })
    if (!STEPS[before.status as CompanyStatus].includes(status)) refuse('common.bad-transition')
    if (status === 'active') await assertReady(tx, before)
    if (status === 'active' && (await releaseArrival(tx, before)) === 'first') {
      addAuditEvent(tx, { action: 'company.let-first', entity: 'company', id: before.id })
      return undefined
    }
    if (status === 'archived') await closeForever(tx)
    await changeStatus(tx, before.status, { status })
    return undefined
  })
  return readCompany(bound)
}

type LockedCompany = NonNullable<Awaited<ReturnType<typeof queries.lockCompany>>>

/**
 * A company that arrived from another installation works once two people of the platform have let it, neither of whom has changed the
 * other's account of late: it must not pay here what the former installation still pays. The first only notes it.
 */
async function releaseArrival(
  tx: Tx,
  { arrived_from: from, arrived_at: arrivedAt, let_first_by: first, let_by: second }: LockedCompany,
): Promise<'first' | 'released'> {
  if (from === null || second !== null) return 'released'
  if (arrivedAt === null) refuse('company.arriving')
  const userId = tx.caller.userId!
  if (first === null) {
    await queries.noteFirstRelease(tx, userId)
    return 'first'
  }
  if (first === userId || (await openedOther(tx.services.q, first, userId)))
    refuse('company.let-by-another')
  await queries.noteRelease(tx, userId)
  return 'released'
}

/**
 * Closes a company that leaves for another installation, once and for one address: its people are told it, and its last record says
 * it. A second call changes nothing.
 */
export async function closeForMove(db: Db, to: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await queries.lockCompany(tx)
    if (!before) return refuse('common.not-found')
    if (before.moved_to === to) return undefined
    if (before.moved_to !== null)
      refuse('company.moved', { message: movedMessage(before.moved_to) })
    if (!['suspended', 'archived'].includes(before.status)) refuse('common.bad-transition')
    await closeForever(tx)
    await changeStatus(tx, before.status, { status: 'archived', moved_to: to })
    return undefined
  })
}

async function changeStatus(
  tx: Tx,
  before: string,
  after: { readonly status: CompanyStatus; readonly moved_to?: string },
): Promise<void> {
  await queries.changeStatus(tx, after)
  await forgetRights(tx, { companyId: tx.companyId })
  addAuditEvent(tx, {
    action: 'company.status',
    entity: 'company',
    id: tx.companyId,
    before: { status: before },
    after,
  })
}

async function assertReady(
  tx: Tx,
  row: { name: string; inn: string; ogrn: string; phone: string },
): Promise<void> {
  const missing = missingFor(row, await sitesOf(tx))
  if (missing.length === 0) return
  refuse('company.not-ready', {
    fields: Object.fromEntries(missing.map(({ field, message }) => [field, message])),
  })
}

async function closeForever(tx: Tx): Promise<void> {
  if (await queries.hasRunningPayment(tx)) refuse('company.running-payments')
  await queries.endSessionsOfCompany(tx)
  for (const id of await stopListeners(tx))
    addAuditEvent(tx, {
      action: 'webhook.stop',
      entity: 'webhook',
      id,
      before: { status: 'active' },
      after: { status: 'stopped', stop_reason: 'closed' },
    })
}
