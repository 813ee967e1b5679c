import { PassThrough } from 'node:stream'
import type { Reading } from '#contract/device/reading.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { weight } from '#contract/device/device.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { findSession } from '../../../auth/session-queries.ts'
import type { Db } from '../../../db/handle.ts'
import { deviceAtPost, type PostDevice } from '../setup/device-queries.ts'
import { hubOf } from '../link/hub.ts'
import type { DeviceEvent } from '../link/open-hub.ts'
import { withAge, deviceOfPost, watchScale, whyOffline } from './read-post.ts'

// devices.md 2.4.
const STREAMS_A_SESSION = 3
const STREAMS_A_PROCESS = 1500
const CHECK_MS = 30_000
/** A scale that fell silent may have been replaced by another one. */
const REPLACED_MS = 2000
// Silence is reported within 1.5 s; an unchanged weight is sent every 1.1 s at most.
const SILENCE_MS = 1400
const WATCH_MS = 100
const BEAT_MS = 15_000
// What a slow reader has not taken yet is out of date: the next reading replaces it.
const BACKLOG_BYTES = 32 * 1024

declare module '../../../services.ts' {
  interface ProcessState {
    weightStreams?: Map<string, Set<PassThrough>>
  }
}

/** weight/stream: readings of a post as they come, and what becomes of its scale. */
export async function streamWeight(
  db: Db,
  { query }: CallInput<typeof weight.stream>,
): Promise<RawAnswer> {
  const scale = await deviceOfPost(db, query.post, 'scale')
  const besides = await Promise.all([
    deviceAtPost(db, scale.post, 'plate_camera'),
    deviceAtPost(db, scale.post, 'relay'),
  ])
  await watchScale(db, scale.device_id, scale.site_id)
  const body = new PassThrough()
  const leave = enter(db, body)
  const { isSilent, stop } = follow(
    db,
    scale,
    besides.flatMap((device) => device?.device_id ?? []),
    body,
  )
  const check = setInterval(() => void assertSession(db, body), CHECK_MS)
  const look = setInterval(() => isSilent() && void assertPost(db, scale, body), REPLACED_MS)
  const beat = setInterval(() => body.write(': beat\n\n'), BEAT_MS)
  body.once('close', () => {
    clearInterval(check)
    clearInterval(look)
    clearInterval(beat)
    stop()
    leave()
  })
  return {
    type: 'text/event-stream; charset=utf-8',
    body,
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }
}

/** At most three streams a session, the oldest gives way; at most 1500 a process. */
function enter(db: Db, body: PassThrough): () => void {
  const streams = (db.services.state.weightStreams ??= new Map<string, Set<PassThrough>>())
  if (streams.values().reduce((sum, set) => sum + set.size, 0) >= STREAMS_A_PROCESS)
    refuse('common.overloaded')
  const { jti } = db.caller.session!
  const own = streams.get(jti) ?? new Set()
  streams.set(jti, own.add(body))
  if (own.size > STREAMS_A_SESSION) own.values().next().value!.end()
  return () => {
    own.delete(body)
    if (own.size === 0) streams.delete(jti)
  }
}

function follow(
  db: Db,
  scale: { device_id: string; site_id: string },
  besides: readonly string[],
  body: PassThrough,
): { isSilent: () => boolean; stop: () => void } {
  const hub = hubOf(db.services)
  const memory = hub.memory(scale.device_id)
  const send = (event: string, data: object) => {
    if (body.writable && body.writableLength < BACKLOG_BYTES)
      body.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  let episode: string | undefined
  let silent = false
  const tellState = (status: 'online' | 'offline', message: string) => {
    silent = status === 'offline'
    send('state', { device_id: scale.device_id, status, message })
  }
  const hear = (event: DeviceEvent) => {
    if (event.type === 'plate') return send('plate', event.reading)
    if (event.type === 'relay') return send('relay', event.state)
    if (event.type === 'state') return tellState(event.state.status, event.state.detail)
    if (silent) tellState('online', '')
    send('weight', event.reading)
    const state = stateOf(event.reading)
    if (state === episode) return undefined
    episode = state
    return send('episode', { episode_id: event.reading.episode_id ?? '', state })
  }
  const latest = memory.latest()
  if (latest && latest.age_ms <= SILENCE_MS) {
    hear({ type: 'weight', reading: withAge(latest) })
    const { status, detail = '' } = hub.states.get(scale.device_id) ?? {}
    if (status === 'online' && detail) tellState(status, detail)
  }
  const watch = setInterval(() => {
    const last = hub.memory(scale.device_id).latest()
    if (!silent && !(last && last.age_ms <= SILENCE_MS)) tellState('offline', whyOffline(db, scale))
  }, WATCH_MS)
  if (!latest || latest.age_ms > SILENCE_MS) tellState('offline', whyOffline(db, scale))
  const leaving = [
    hub.listen(scale.device_id, hear),
    ...besides.map((id) => hub.listen(id, (event) => event.type !== 'state' && hear(event))),
  ]
  for (const id of besides) {
    const state = hub.relays.get(id)
    if (state) send('relay', state)
  }
  return {
    isSilent: () => silent,
    stop() {
      clearInterval(watch)
      for (const leave of leaving) leave()
    },
  }
}

/** How far the load is, as the screen needs it; the agent's own machine knows the finer steps. */
function stateOf({ episode_id, blockers, stable }: Reading) {
  if (episode_id === null) return 'empty'
  if (blockers.includes('weighing.same-load')) return 'captured'
  return stable ? 'settled' : 'loading'
}

/** A session that ended, or whose person was blocked, loses its stream. */
async function assertSession(db: Db, body: PassThrough): Promise<void> {
  const alive = await findSession(db.q, db.caller.session!.jti).catch(() => undefined)
  if (!alive) body.end()
}

/** The stream of a scale that no longer belongs to the post ends: the client asks again and gets the new scale. */
async function assertPost(
  db: Db,
  scale: PostDevice & { post: number },
  body: PassThrough,
): Promise<void> {
  const now = await deviceAtPost(db, scale.post, 'scale').catch(() => scale)
  if (now?.device_id !== scale.device_id || now.status === 'disabled') body.end()
}
