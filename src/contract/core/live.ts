import * as z from 'zod/mini'
import { call } from './call.ts'
import { entities } from './entities.ts'
import { list, queryInt, displayText } from './shapes.ts'

/** What happened, never the data itself: a screen reads again what it shows (event `change`). */
const liveChange = z.strictObject({
  entity: z.enum(entities),
  /** null = many at once: everything about the entity is old. */
  id: z.nullable(z.uuid()),
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
} as const

/** Body of the event `bye`: why the server closes the stream, such as the end of the session. */
export const liveBye = z.strictObject({ reason: displayText(40) })
