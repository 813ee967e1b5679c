import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { flagCode, flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { Photo } from '../file/file-entities.ts'

/** Records that carry flags (domain.md 6.5). */
export const flaggedEntities = [
  'transaction',
  'weight_act',
  'act',
  'supplier',
  'payment',
  'weight_episode',
  'zero_departure',
] as const
export type FlaggedEntity = (typeof flaggedEntities)[number]

/** One flag of one record, with what was usual, what was written, and who did it. */
export const Exception = z.strictObject({
  entity: z.enum(flaggedEntities),
  entity_id: z.uuid(),
  /** The record as people call it: «Заезд 17», «Акт ПСА-2026-000123». */
  record: s.displayText(400),
  code: flagCode,
  at: s.instant,
  operator: z.nullable(s.displayText(1000)),
  approver: z.nullable(s.displayText(1000)),
  /** What would have been usual and what was written, with their units, where the flag is about such a value. */
  expected: z.nullable(s.displayText(200)),
  actual: z.nullable(s.displayText(200)),
  /**
   * Pictures of a visit's weighings and of the empty scale around them, of a load that nobody weighed, or of an empty scale; of a
   * weight act, an act and a payment those of the visits behind it.
   */
  photos: s.list(Photo, 200),
  /** The screen of the record. */
  href: s.displayText(200),
  reviewed_at: z.nullable(s.instant),
  reviewed_by: z.nullable(s.displayText(150)),
  note: z.nullable(s.displayText(500)),
  /** What it is about in money: what was known when it was raised, else the sum of its record. */
  kop: z.nullable(s.kop),
  /** What its maker said of it. */
  why: z.nullable(s.displayText(500)),
  /** The reader made it, or is concerned: another person reviews it. */
  own: z.boolean(),
})

/** Exceptions of one kind, as many as the filter leaves. */
const ExceptionGroup = z.strictObject({ code: flagCode, count: s.count, kop: s.kop })
export type Exception = z.output<typeof Exception>

const module = 'report'
const action = 'exception.review'
const AT_ONCE = 200

/** Beyond the specification: exceptions, where a manager reviews the flags of all records (domain.md 6.5). */
export const flagReview = {
  getExceptions: call({
    method: 'GET',
    path: '/api/v1/report/getExceptions',
    access: 'operator',
    module,
    action,
    summary:
      'Flags of all records, the dearest first and grouped, with what was usual and what was written',
    query: z.strictObject({
      filter: s.jsonText(
        z.strictObject({
          is_reviewed: z.boolean(),
          /** What is only paperwork, or everything else; both where it is not said. */
          paper: z.optional(z.boolean()),
          code: z.optional(s.someOf(flagCodes)),
          limit: z.optional(s.int(1, AT_ONCE)),
          offset: z.optional(s.int(0, 100_000)),
        }),
      ),
    }),
    /** Those of the most money first. */
    result: z.extend(s.listOf(Exception), { groups: s.list(ExceptionGroup, 100) }),
    about: ['transaction', 'weight_act', 'act', 'supplier', 'payment', 'device'],
  }),
  reviewExceptions: call({
    method: 'POST',
    path: '/api/v1/report/reviewExceptions',
    access: 'operator',
    owner: true,
    module,
    action,
    summary: 'A manager has reviewed flags and says in words what they were; nothing else changes',
    body: z.strictObject({
      items: s.list(
        z.strictObject({
          entity: z.enum(flaggedEntities),
          entity_id: z.uuid(),
          code: flagCode,
        }),
        AT_ONCE,
        1,
      ),
      note: s.text(500, 3),
    }),
    /** How many flags this call reviewed: one that another person reviewed before keeps that review. */
    result: z.strictObject({ reviewed: s.count }),
    refusals: ['exception.own'],
  }),
} as const
