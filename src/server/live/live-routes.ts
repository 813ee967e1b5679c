import { PassThrough } from 'node:stream'
import { live } from '#contract/live.ts'
import { serve, type RawAnswer } from '#http/serve.ts'
import type { Db } from '../db/handle.ts'

// A proxy closes a silent connection; a comment line every 15 s keeps it and lets the client notice a dead one.
const BEAT_MS = 15_000
// The session is judged again this often: a revoked one loses its stream.
const CHECK_MS = 30_000

/** Changes of the caller's company as they commit, one stream a tab: `data: {"entity":…,"id":…}`. */
export async function streamChanges(db: Db): Promise<RawAnswer> {
  const { services, caller, companyId } = db
  const body = new PassThrough()
  body.write(': ready\n\n')
  const leave = services.live.listen(companyId, ({ entity, id }) => {
    body.write(`data: ${JSON.stringify({ entity, id })}\n\n`)
  })
  const beat = setInterval(() => body.write(': beat\n\n'), BEAT_MS)
  const check = setInterval(() => {
    const { session } = caller
    if (!session || Date.now() >= session.expiresAt) body.end()
  }, CHECK_MS)
  body.once('close', () => {
    clearInterval(beat)
    clearInterval(check)
    leave()
  })
  return {
    type: 'text/event-stream; charset=utf-8',
    body,
    headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  }
}

export const liveRoutes = [serve(live.stream, streamChanges)]
