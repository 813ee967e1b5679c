import type { CallInput } from '#contract/core/call.ts'
import type { Entity } from '#contract/core/entities.ts'
import type { HistoryEntry } from '#contract/user/user-preferences.ts'
import type { user } from '#contract/user/user.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { may } from '../../../auth/rights/rights.ts'
import { hasRole, isSupervisor } from '../../../auth/session.ts'
import type { Db } from '../../../db/handle.ts'
import { findArchiveOf } from '../../audit/audit-queries.ts'
import { actionWords } from '../../audit/event-words.ts'
import { readableValues } from '../../audit/private-fields.ts'
import { changesOf } from './preference-queries.ts'

// Records of one person's own actions: their history is not read here, the audit has it.
const PRIVATE: ReadonlySet<Entity> = new Set([
  'session',
  'approval',
  'preference',
  'notice',
  'temporary_link',
  'phone_link',
])
const MAX_CHANGES = 100
// A value longer than this is a body or a picture, which a list of changes does not show.
const MAX_VALUE = 4000

/**
 * The last changes of a record, newest first, from the audit chain of the caller's own company, where personal fields are
 * masked already. Another company's record has no events there, so it looks like a missing one.
 */
export async function getHistory(
  db: Db,
  { query }: CallInput<typeof user.getHistory>,
): Promise<Answer<typeof user.getHistory>> {
  const { entity, entity_id } = query
  refuseUnreadable(db, entity, entity_id)
  const rows = await changesOf(db, entity, entity_id)
  const archived = await noteOfArchive(db, entity_id)
  if (rows.length === 0 && archived.length === 0) refuse('common.not-found')
  const entries = rows.map(({ before, after, ...event }) => ({
    ...event,
    title: actionWords(event.action),
    changes: differences(asRecord(before), asRecord(readableValues(db, event.action, after))),
  }))
  return [...entries, ...archived].slice(0, MAX_ENTRIES)
}

// Of the contract.
const MAX_ENTRIES = 200

async function noteOfArchive(db: Db, id: string): Promise<HistoryEntry[]> {
  const archive = await findArchiveOf(db, [id])
  if (!archive) return []
  const { at, before } = archive
  const title = `Изменения до ${russianDay(before)} — в архиве журнала`
  return [{ at, user: null, approver: null, action: 'audit.archive', title, changes: [] }]
}

function refuseUnreadable(db: Db, entity: Entity, id: string): void {
  const session = db.caller.session!
  if (PRIVATE.has(entity)) refuse('common.not-found')
  if (isSupervisor(session)) return
  if (entity === 'user' && id !== session.userId && !may(db, 'user.read')) refuse('access.denied')
  if (entity !== 'user' && !hasRole(session, 'OPERATOR') && !hasRole(session, 'OWNER'))
    refuse('access.denied')
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): HistoryEntry['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .slice(0, MAX_CHANGES)
    .map((field) => ({
      field: field.slice(0, 100),
      before: short(before[field]),
      after: short(after[field]),
    }))
}

function short(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
  return text.length > MAX_VALUE ? '…' : (value ?? null)
}
