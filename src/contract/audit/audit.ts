import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { entities } from '../core/entities.ts'
import * as s from '../core/shapes.ts'
import { eventKinds } from './actions/action-form.ts'
import { purposeNames } from './purposes.ts'

/** The place of an event in its chain, from 1. */
const seq = s.int(1, Number.MAX_SAFE_INTEGER)
/** SHA-256 as hexadecimal digits. */
const digest = s.pattern(/^[0-9a-f]{64}$/, 'Отпечаток: 64 знака 0–9 и a–f')

const SentencePart = z.strictObject({
  text: s.displayText(500),
  href: z.nullable(s.displayText(200)),
})

/** One event of the chain in words. */
export const AuditEvent = z.strictObject({
  seq,
  at: s.instant,
  /** Who did it; null for the server's own work. */
  user: z.nullable(s.displayText(150)),
  /** Who confirmed it by a PIN. */
  approver: z.nullable(s.displayText(150)),
  action: s.displayText(80),
  /** What happened as one sentence, with links to the records that the caller may open. */
  sentence: s.list(SentencePart, 100),
  /** The action in words. */
  title: s.displayText(150),
  entity: s.displayText(40),
  /** The kind of the record in words. */
  record: s.displayText(100),
  entity_id: z.nullable(s.displayText(40)),
  /** Titles of the fields that changed. */
  fields: s.displayText(1000),
  ip: z.nullable(s.displayText(45)),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** One field before and after, as a person reads it; personal data were masked when the event was written. */
export const AuditChange = z.strictObject({
  title: s.displayText(150),
  before: s.displayText(4000),
  after: s.displayText(4000),
})
export type AuditChange = z.output<typeof AuditChange>

/** The end of a chain: kept outside the database it proves later that nothing before it was rewritten or cut. */
const Head = z.strictObject({ seq: s.int(0, Number.MAX_SAFE_INTEGER), hash: s.displayText(64) })

// A super administrator names the company; without one the platform's own chain is read.
const companyId = z.optional(s.id('company'))

export const audit = {
  getEvents: call({
    method: 'GET',
    path: '/api/v1/audit/getEvents',
    access: 'operator-or-super',
    summary: 'Events of a company or of the platform, newest first; operators need audit.read',
    query: z.strictObject({
      filter: s.filterOf('audit_event', ['seq'], {
        company_id: z.optional(s.id('company')),
        entity: z.optional(s.someOf(entities)),
        entity_id: z.optional(z.uuid()),
        action: z.optional(s.text(80)),
        /** Actions of one purpose. */
        purpose: z.optional(z.enum(purposeNames)),
        /** What people changed, what they looked at, what devices and jobs reported; all three when absent. */
        kinds: z.optional(s.someOf(eventKinds)),
        /** Only what a second person confirmed. */
        approved: z.optional(z.literal(true)),
        user_id: z.optional(s.list(s.id('user'), 50)),
      }),
    }),
    result: s.listOf(AuditEvent),
    about: ['audit_event'],
  }),
  getEvent: call({
    method: 'GET',
    path: '/api/v1/audit/getEvent',
    access: 'operator-or-super',
    summary: 'One event with its fields before and after',
    query: z.strictObject({ companyId, seq: s.queryInt(1, Number.MAX_SAFE_INTEGER) }),
    result: z.extend(AuditEvent, {
      agent: z.nullable(s.displayText(300)),
      hash: s.displayText(64),
      changes: s.list(AuditChange, 200),
    }),
    about: ['audit_event'],
    refusals: ['audit.archived'],
  }),
  verifyChain: call({
    method: 'GET',
    path: '/api/v1/audit/verifyChain',
    access: 'operator-or-super',
    summary: 'Proves the next links of a chain from their rows; the screen asks until the end',
    query: z.strictObject({
      companyId,
      /** The last link that an earlier answer proved; absent at the beginning. */
      after: z.optional(s.queryInt(0, Number.MAX_SAFE_INTEGER)),
      /** A head that was kept outside: the link of that number must still have this hash. */
      keptSeq: z.optional(s.queryInt(1, Number.MAX_SAFE_INTEGER)),
      keptHash: z.optional(digest),
    }),
    result: z.strictObject({
      proven: s.int(0, Number.MAX_SAFE_INTEGER),
      head: Head,
      done: z.boolean(),
      /** The first link that does not hold, in a sentence. */
      broken: z.nullable(z.strictObject({ seq, problem: s.displayText(300) })),
    }),
    use: false,
  }),
} as const
