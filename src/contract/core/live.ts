import * as z from 'zod/mini'
import { call } from './call.ts'
import { entities } from './entities.ts'
import * as s from './shapes.ts'
import { count, list, queryInt, displayText } from './shapes.ts'

/** What happened, never the data itself: a screen reads again what it shows (event `change`). */
const liveChange = z.strictObject({
  entity: z.enum(entities),
  /** null = many at once: everything about the entity is old. */
  id: z.nullable(z.uuid()),
  /** Of a change before the stream: so long ago at least, ms. What was asked for afterwards knows it. */
  ago_ms: z.optional(count),
})
export type LiveChange = z.output<typeof liveChange>

/** Body of one event `change`; changes of one transaction come together. */
export const liveChanges = list(liveChange, 200)

/** The longest time that a screen may lie behind its stream; what is older is read again whole. */
export const MOST_BEHIND_MS = 60_000

export const live = {
  // Beyond the specification: one stream a tab. Events: `change` (liveChanges), `ping` (empty; at once and every 15 s),
  // `bye` (liveBye).
  stream: call({
    method: 'GET',
    path: '/api/v1/live/stream',
    access: 'user',
    // What was committed while the first answers and this stream were on their way is sent at its beginning.
    query: z.strictObject({ behind_ms: z.optional(queryInt(0, MOST_BEHIND_MS)) }),
    summary: 'Changes that the caller may see, as server-sent events',
    result: 'stream',
    toast: false,
    use: false,
  }),
  // Beyond the specification: two people on one act see each other. Sent while the record is open, every `READER_EVERY_MS`.
  noteReader: call({
    method: 'POST',
    path: '/api/v1/live/noteReader',
    access: 'operator',
    owner: true,
    body: z.strictObject({
      record: z.discriminatedUnion('entity', [
        z.strictObject({ entity: z.literal('act'), id: s.id('act') }),
        z.strictObject({ entity: z.literal('weight_act'), id: s.id('weight_act') }),
      ]),
      /** `gone` = the caller has closed it. */
      doing: z.enum(['reads', 'edits', 'gone']),
      /** Of this opening: `gone` ends no other one of the same person. */
      client_id: z.optional(s.clientId),
    }),
    summary: 'Says that the caller has a record open, and answers who else has',
    result: z.strictObject({
      others: list(
        z.strictObject({ user_id: s.id('user'), full_name: displayText(200), edits: z.boolean() }),
        20,
      ),
    }),
    refusals: ['live.too-many-open'],
    toast: false,
    use: false,
  }),
} as const

/** A person's tabs; what a script opens beyond them is refused. */
export const MOST_OPEN = 50

/** How often an open record is noted; whoever was not noted for three times as long has closed it or lost the connection. */
export const READER_EVERY_MS = 15_000

/** Body of the event `bye`: why the server closes the stream, such as the end of the session. */
export const liveBye = z.strictObject({ reason: displayText(40) })
