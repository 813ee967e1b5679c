import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit/actions/all-actions.ts'
import type { Entity } from '#contract/core/entities.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../auth/caller.ts'
import type { DB } from './schema.ts'
import { LIVE_CHANNEL } from './channels.ts'

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
 * row is locked last, so chains cost writers of one company a moment and other companies nothing.
 */
export async function writeAudit(db: AuditContext): Promise<void> {
  if (db.auditEvents.length > FEW) await writeMany(db, db.auditEvents)
  else for (const event of db.auditEvents) await writeOne(db, event)
}

// Many links take three statements whatever their number.
const FEW = 3

/** Nearly every command leaves one change: one statement locks the head, hashes and writes. */
async function writeOne(db: AuditContext, event: AuditEvent): Promise<void> {
  const record = recordOf(db, event)
  const tell = event.quiet ? sql`` : sql`cross join pg_notify(${LIVE_CHANNEL}, ${live(db, event)})`
  await sql`
    with head as (
      insert into audit_head as h (company_id, seq, prev_hash, hash)
      values (${db.companyId}, 1, '\\x', sha256(convert_to(${canonical(record)} || '@' || trail_micros(), 'UTF8')))
      on conflict (company_id) do update set seq = h.seq + 1, prev_hash = h.hash,
        hash = sha256(h.hash || convert_to(${canonical(record)} || '@' || trail_micros(), 'UTF8'))
      returning seq, prev_hash, hash
    )
    insert into audit_event (company_id, form, seq, user_id, approver_id, action, entity, entity_id, before, after, ip, agent,
      prev_hash, hash)
    select ${db.companyId}, ${FORM}, head.seq, ${record.user_id}::uuid, ${record.approver_id}::uuid, ${record.action},
      ${record.entity}, ${record.entity_id}::uuid, ${toJson(record.before)}::jsonb, ${toJson(record.after)}::jsonb,
      ${record.ip}, ${record.agent}, head.prev_hash, head.hash
    from head ${tell}
  `.execute(db.q)
}

// An import notes thousands of changes; so many links are about a megabyte of text.
const LINKS_AT_ONCE = 1000

/** Links of a longer chain are hashed here and written by few statements; the locked head says where they begin. */
async function writeMany(db: AuditContext, events: readonly AuditEvent[]): Promise<void> {
  const { rows } = await sql<{ seq: number; hash: Buffer; micros: string }>`
    insert into audit_head as h (company_id, seq, prev_hash, hash) values (${db.companyId}, 0, '\\x', '\\x')
    on conflict (company_id) do update set seq = h.seq
    returning seq, hash, trail_micros() as micros
  `.execute(db.q)
  const { seq, hash, micros } = rows[0]!
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
  for (let at = 0; at < links.length; at += LINKS_AT_ONCE)
    await sql`
      insert into audit_event (company_id, form, seq, user_id, approver_id, action, entity, entity_id, before, after, ip, agent,
        prev_hash, hash)
      select ${db.companyId}, ${FORM}, e.seq, e.user_id, e.approver_id, e.action, e.entity, e.entity_id,
        e.before, e.after, e.ip, e.agent, e.prev_hash, e.hash
      from jsonb_populate_recordset(null::audit_event, ${JSON.stringify(links.slice(at, at + LINKS_AT_ONCE))}::jsonb) as e
    `.execute(db.q)
  const liveChanges = events.filter(({ quiet }) => !quiet).map((event) => live(db, event))
  const ended = links.at(-1)!
  await sql`
    with told as (select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${liveChanges}::text[]) as payload)
    update audit_head set seq = ${ended.seq}, prev_hash = ${ended.prev_hash}::bytea, hash = ${ended.hash}::bytea
    where company_id = ${db.companyId} and (select count(*) from told) >= 0
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
