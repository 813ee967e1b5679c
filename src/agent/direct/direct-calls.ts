import type { ServerResponse } from 'node:http'
import type { Reading } from '#contract/device/reading.ts'
import { refuse } from '#http/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Site } from '../site/site.ts'

export interface DirectRequest {
  site: Site
  clock: Clock
  post: number
  camera: number
  response: ServerResponse
}

// devices.md 1.3, 2.4.
const MAX_AGE_MS = 2000
const POLL_MS = 50
const MAX_STREAMS = 20
const BACKLOG_BYTES = 32 * 1024
// As the server's own stream: a scale may be silent for long, the line is not.
const BEAT_MS = 15_000
let streams = 0

/**
 * What devices show, under the same paths as the server's (devices.md 1.4), by method and path. Commands are the server's:
 * a device token proves no right, and the journal has to name who gave them.
 */
export const directCalls: Record<string, (request: DirectRequest) => Promise<void> | void> = {
  'GET weight/get_weight': ({ response, ...asked }) => json(response, freshReading(asked)),
  'GET weight/stream': streamWeight,
  async 'GET carnumber/get_carnumber'({ site, post, response }) {
    json(response, await site.plates(post).current())
  },
  async 'GET camera/get_screenshot'({ site, camera, clock, response }) {
    const { jpeg, taken_at } = await site.camera(camera).photo()
    const age = Math.round(performance.now() - taken_at)
    response.writeHead(200, {
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-taken-at': new Date(clock.wall() - age).toISOString(),
      'x-age-ms': String(age),
    })
    response.end(jpeg)
  },
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

/** Never an old number: a scale that is silent refuses. */
function freshReading({ site, post, clock }: Omit<DirectRequest, 'response'>): Reading {
  const scale = site.scale(post)
  const last = scale.latest()
  const age_ms = last && Math.max(0, Math.round(clock.wall() - Date.parse(last.ts)))
  if (age_ms === undefined || age_ms > MAX_AGE_MS)
    refuse('device.offline', {
      message: scale.state.detail || 'Весы не отвечают',
      retryAfterSeconds: 2,
    })
  return { ...last!, age_ms }
}

/** Each sample of the scale, twenty a second at most, and silence as a state. */
function streamWeight({ response, ...asked }: DirectRequest): void {
  if (streams >= MAX_STREAMS) refuse('common.overloaded')
  const scale = asked.site.scale(asked.post)
  streams++
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  let shown: number | undefined
  let silent = false
  const send = (event: string, data: object) => {
    if (response.writableLength < BACKLOG_BYTES)
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const timer = setInterval(() => {
    const last = scale.latest()
    const { device_id, status, detail: message } = scale.state
    if ((status === 'offline' || !last) !== silent) {
      silent = !silent
      send('state', { device_id, status: silent ? 'offline' : 'online', message })
    }
    if (!last || last.seq === shown) return
    shown = last.seq
    const age_ms = Math.max(0, Math.round(asked.clock.wall() - Date.parse(last.ts)))
    send('weight', { ...last, age_ms })
  }, POLL_MS)
  const beat = setInterval(() => response.write(': beat\n\n'), BEAT_MS)
  response.once('close', () => {
    clearInterval(timer)
    clearInterval(beat)
    streams--
  })
}
