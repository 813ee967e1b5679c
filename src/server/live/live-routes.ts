import { PassThrough } from 'node:stream'
import type { Entity } from '#contract/entities.ts'
import type { CallInput } from '#contract/call.ts'
import { live, type LiveChange } from '#contract/live.ts'
import { serve, type RawAnswer } from '#http/serve.ts'
import { findSession } from '../auth/session-queries.ts'
import { isSupervisor } from '../auth/session.ts'
import type { Db } from '../db/handle.ts'
import { ALL_COMPANIES } from './live-changes.ts'

// A proxy closes a silent connection; an event every 15 s keeps it and lets the client notice a dead one.
const BEAT_MS = 15_000
// The session is judged again this often: a revoked one loses its stream.
const CHECK_MS = 30_000
// The notifications of one transaction arrive within this.
const GATHER_MS = 20
// The contract's bound of one event; beyond it the entities alone are told.
const MAX_CHANGES = 200
// A reader that lags this far behind is cut off: it comes back and reads everything again.
const BACKLOG_BYTES = 64 * 1024

/** Changes that the caller may see as they commit, one stream a tab: his company's, or all for a supervisor. */
async function streamChanges(db: Db, { query }: CallInput<typeof live.stream>): Promise<RawAnswer> {
  const { services, caller, companyId } = db
  const session = caller.session!
  const body = new PassThrough()
  const tell = (event: string, data = '') => {
    if (body.writableLength > BACKLOG_BYTES) body.end()
    if (body.writable) body.write(`event: ${event}\ndata: ${data}\n\n`)
  }
  tell('ping')
  const gathered = gatherChanges((changes) => tell('change', JSON.stringify(changes)))
  const whose = isSupervisor(session) ? ALL_COMPANIES : companyId
  const leave = services.live.listen(whose, gathered.add)
  if (query.behind_ms !== undefined)
    for (const entity of services.live.changed(whose, query.behind_ms))
      gathered.add({ entity, id: null })
  const beat = setInterval(() => tell('ping'), BEAT_MS)
  const judge = async () => {
    if (await findSession(db.q, session.jti)) return
    tell('bye', JSON.stringify({ reason: 'auth.required' }))
    body.end()
  }
  // A database that does not answer says nothing about the session: it is judged again at the next round.
  const check = setInterval(() => void judge().catch(() => undefined), CHECK_MS)
  body.once('close', () => {
    clearInterval(beat)
    clearInterval(check)
    gathered.stop()
    leave()
  })
  return {
    type: 'text/event-stream; charset=utf-8',
    body,
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }
}

/** Gathers what comes together and tells each record once. */
function gatherChanges(tell: (changes: LiveChange[]) => void) {
  let waiting = new Map<string, LiveChange>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    const changes = [...waiting.values()]
    waiting = new Map()
    const names = new Set(changes.map(({ entity }) => entity))
    tell(
      changes.length <= MAX_CHANGES ? changes : [...names].map((entity) => ({ entity, id: null })),
    )
  }
  return {
    add({ entity, id }: { entity: Entity; id: string | null }) {
      waiting.set(`${entity} ${id}`, { entity, id })
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

export const liveRoutes = [serve(live.stream, streamChanges)]
