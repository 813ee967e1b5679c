import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { Entity } from '#contract/core/entities.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { DB } from './schema.ts'

/** One change for the audit chain and for open screens; personal fields arrive masked (security.md 7.1). */
export interface AuditEvent {
  readonly action: AuditAction
  readonly entity: Entity
  readonly id: string
  readonly before?: object | null
  readonly after?: object | null
  readonly approverId?: string | null
  /** Read-only audit events do not refresh screens; otherwise each refresh would write another audit event. */
  readonly quiet?: true
}

/** The part of an open transaction that the audit chain is written from. */
export interface AuditContext {
  readonly q: Kysely<DB>
  readonly companyId: string
  readonly caller: Caller
  readonly auditEvents: AuditEvent[]
}

/** Notes a change: it joins the company's audit chain right before the commit, or vanishes with the rollback. */
export function addAuditEvent(db: AuditContext, event: AuditEvent): void {
  db.auditEvents.push(event)
}

/**
 * Appends the noted changes to the company's hash chain: hash = SHA-256(previous hash, canonical JSON, time). The head
 * row is locked last, so chains cost writers of one company a moment and other companies nothing. Answers what open screens are
 * told once the transaction is stored.
 */
export async function writeAudit(db: AuditContext): Promise<string[]> {
  if (db.auditEvents.length > FEW) await writeMany(db, db.auditEvents)
  else for (const event of db.auditEvents) await writeOne(db, event)
  return db.auditEvents.filter(({ quiet }) => !quiet).map((event) => live(db, event))
}

// Many links take three statements whatever their number.
const FEW = 3

/** Nearly every command leaves one change: one statement, whose trigger locks the head and hashes (`join_audit_chain`). */
async function writeOne(db: AuditContext, event: AuditEvent): Promise<void> {
  const record = recordOf(db, event)
  await sql`
    insert into audit_event (company_id, form, user_id, approver_id, action, entity, entity_id, before, after, ip, agent, hash)
    values (${db.companyId}, ${FORM}, ${record.user_id}::uuid, ${record.approver_id}::uuid, ${record.action},
      ${record.entity}, ${record.entity_id}::uuid, ${toJson(record.before)}::jsonb, ${toJson(record.after)}::jsonb,
      ${record.ip}, ${record.agent}, ${Buffer.from(canonical(record))})
  `.execute(db.q)
}

// An import notes thousands of changes; so many links are about a megabyte of text.
const LINKS_AT_ONCE = 1000

/** Links of a longer chain are hashed here and written by few statements; the locked head says where they begin. */
async function writeMany(db: AuditContext, events: readonly AuditEvent[]): Promise<void> {
  const head = await sql<{ seq: number; hash: Buffer }>`
    insert into audit_head as h (company_id, seq, prev_hash, hash) values (${db.companyId}, 0, '\\x', '\\x')
    on conflict (company_id) do update set seq = h.seq
    returning seq, hash
  `.execute(db.q)
  const { seq, hash } = head.rows[0]!
  const clock = await sql<{ at: string; micros: string }>`
    select now() as at, trail_micros() as micros`.execute(db.q)
  const { at: moment, micros } = clock.rows[0]!
  let last = hash
  const links = events.map((event, at) => {
    const record = recordOf(db, event)
    const previous = last
    last = createHash('sha256')
      .update(previous)
      .update(`${canonical(record)}@${micros}`)
      .digest()
    return { ...record, seq: seq + at + 1, prev_hash: hex(previous), hash: hex(last) }
  })
  // Beside the head, so that a cluster writes them where it lies.
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE)
    await sql`
      insert into audit_event (company_id, form, seq, at, user_id, approver_id, action, entity, entity_id, before, after, ip, agent,
        prev_hash, hash)
      select h.company_id, ${FORM}::smallint, e.seq, ${moment}::timestamptz, e.user_id, e.approver_id, e.action, e.entity, e.entity_id,
        e.before, e.after, e.ip, e.agent, e.prev_hash, e.hash
      from audit_head h
        cross join jsonb_populate_recordset(null::audit_event, ${JSON.stringify(links.slice(at, at + LINKS_AT_ONCE))}::jsonb) as e
      where h.company_id = ${db.companyId}
    `.execute(db.q)
  const ended = links.at(-1)!
  await sql`
    update audit_head set seq = ${ended.seq}, prev_hash = ${ended.prev_hash}::bytea, hash = ${ended.hash}::bytea
    where company_id = ${db.companyId}
  `.execute(db.q)
}

/** What a link hashes: links of form 2 name their company, so that none fits another chain. */
const FORM = 2

function recordOf({ caller, companyId }: AuditContext, event: AuditEvent) {
  return {
    action: event.action,
    agent: caller.agent ?? null,
    after: event.after ?? null,
    approver_id: event.approverId ?? caller.approvedBy ?? null,
    before: event.before ?? null,
    company_id: companyId,
    entity: event.entity,
    entity_id: event.id,
    form: FORM,
    ip: caller.ip ?? null,
    user_id: caller.userId,
  }
}

function live({ companyId }: AuditContext, event: AuditEvent): string {
  return JSON.stringify({ c: companyId, e: event.entity, i: event.id })
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** JSON with sorted keys, so that a chain can be verified from the stored columns. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}
