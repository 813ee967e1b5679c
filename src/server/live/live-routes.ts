import { PassThrough } from 'node:stream'
import type { Entity } from '#contract/core/entities.ts'
import type { CallInput } from '#contract/core/call.ts'
import { live, type LiveChange } from '#contract/core/live.ts'
import { refuse } from '#http/refusal.ts'
import { serve, type RawAnswer, type Answer } from '#http/serve.ts'
import { readSession } from '../auth/sessions.ts'
import { isSupervisor, type Session } from '../auth/session.ts'
import type { Db } from '../db/handle.ts'
import { ALL_COMPANIES } from './live-changes.ts'
import { noteClosed, noteOpen, otherReaders, recordExists } from './reader-queries.ts'

// A proxy closes a silent connection; an event every 15 s keeps it and lets the client notice a dead one.
const BEAT_MS = 15_000
// The session is authorized again this often: a revoked one loses its stream.
const CHECK_MS = 30_000
// The notifications of one transaction arrive within this.
const BATCH_MS = 20
// The contract's bound of one event; beyond it only the entities are named.
const MAX_CHANGES = 200
// A reader that lags this far behind is cut off: it comes back and reads everything again.
const BACKLOG_BYTES = 64 * 1024

/** Changes that the caller may see as they commit, one stream a tab: those of the caller's company, or all for a supervisor. */
async function streamChanges(db: Db, { query }: CallInput<typeof live.stream>): Promise<RawAnswer> {
  const { services, caller, companyId } = db
  const session = caller.session!
  // A stream without a source would be silent although changes are committed.
  if (!services.live.connected) refuse('common.unavailable')
  const body = new PassThrough()
  const tell = (event: string, data = '') => {
    if (body.writableLength > BACKLOG_BYTES) body.end()
    if (body.writable) body.write(`event: ${event}\ndata: ${data}\n\n`)
  }
  tell('ping')
  const gathered = batchChanges((changes) => tell('change', JSON.stringify(changes)))
  const whose = isSupervisor(session) ? ALL_COMPANIES : companyId
  const reauthorize = async () => {
    const now = await readSession(db.q, session.jti, session.expiresAt)
    if (now && rightsText(now) === rightsText(session)) return
    tell('bye', JSON.stringify({ reason: now ? 'access.denied' : 'auth.required' }))
    body.end()
  }
  // A database that does not answer says nothing about the session: it is authorized at the next interval.
  const reauthorizeSoon = () => void reauthorize().catch(() => undefined)
  const leave = services.live.listen(whose, {
    hear: (change) => void (mayHear(session, change.entity) && gathered.add(change)),
    // The screen comes back when there is a source again, and reads everything that it shows.
    lost: () => body.end(),
    rights({ userId, companyId: company }) {
      if (userId ? userId !== session.userId : company && company !== companyId) return
      reauthorizeSoon()
      // What the screen offers depends on rights, which change without a change of the role.
      gathered.add({ entity: 'action', id: null })
    },
  })
  if (query.behind_ms !== undefined)
    for (const past of services.live.changed(whose, query.behind_ms))
      if (mayHear(session, past.entity)) gathered.add({ ...past, id: null })
  const beat = setInterval(() => tell('ping'), BEAT_MS)
  const check = setInterval(reauthorizeSoon, CHECK_MS)
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

// What a person without a role works with: himself.
const OWN_ENTITIES = new Set<Entity>(['user', 'session', 'notice', 'preference', 'company'])

const mayHear = (session: Session, entity: Entity) =>
  isSupervisor(session) || session.roles.length > 0 || OWN_ENTITIES.has(entity)

/** What a stream was given to a person for; its change ends the stream, and the screen asks for another. */
const rightsText = ({ role, roles, companyId, companyStatus }: Session) =>
  JSON.stringify([role, roles.toSorted(), companyId, companyStatus])

/** Gathers what comes together and tells each record once. */
function batchChanges(tell: (changes: LiveChange[]) => void) {
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
    add({ entity, id, ago_ms }: LiveChange) {
      waiting.set(`${entity} ${id}`, { entity, id, ...(ago_ms !== undefined && { ago_ms }) })
      timer ??= setTimeout(flush, BATCH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** A screen of an earlier release names no opening. */
const UNNAMED = '00000000-0000-0000-0000-000000000000'

/** live/noteReader: the caller has a record open, and sees who else has; nothing of it is history. */
async function noteReader(
  db: Db,
  { body: { record, doing, client_id = UNNAMED } }: CallInput<typeof live.noteReader>,
): Promise<Answer<typeof live.noteReader>> {
  const userId = db.caller.userId!
  if (!(await recordExists(db, record))) return refuse('common.not-found')
  const by = { userId, readerId: client_id }
  if (doing === 'gone') await noteClosed(db, record, by)
  else if (!(await noteOpen(db, record, by, doing === 'edits'))) refuse('live.too-many-open')
  return { others: await otherReaders(db, record, userId) }
}

export const liveRoutes = [serve(live.stream, streamChanges), serve(live.noteReader, noteReader)]
