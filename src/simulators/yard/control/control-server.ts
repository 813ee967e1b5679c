import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { takePhoto } from '../cameras/camera.ts'
import { renderPhoto } from '../drawing/render-photo.ts'
import { listenHttp } from '../../listen.ts'
import { readPhotoQuery } from './photo-query.ts'
import { isRefusal, refuse } from '../refusal.ts'
import { scenarioShape } from '../scenario-shape.ts'
import { yardState } from './state.ts'
import type { Yard } from '../running-yard.ts'

/** A scenario of 2000 steps fits with room. */
const MOST_BODY_BYTES = 1_048_576
/**
 * Other names would let a page of another site reach the yard through a name that resolves to
 * loopback.
 */
const OWN_NAMES = /^(127\.0\.0\.1|localhost)(:\d+)?$/

const page = readFileSync(new URL('./control-page.html', import.meta.url))
const pageScript = readFileSync(new URL('./control-page.js', import.meta.url))
const pageParts = readFileSync(new URL('./control-parts.js', import.meta.url))

type Answer = { json: unknown } | { type: string; body: Buffer }
type Route = (yard: Yard, request: IncomingMessage, query: URLSearchParams) => Promise<Answer>

const stopShape = z.strictObject({ stop: z.literal(true) })

const ROUTES: Record<string, Route> = {
  'GET /': async () => ({ type: 'text/html; charset=utf-8', body: page }),
  'GET /control-page.js': async () => ({ type: 'text/javascript', body: pageScript }),
  'GET /control-parts.js': async () => ({ type: 'text/javascript', body: pageParts }),
  'GET /sim/state': async (yard) => {
    yard.catchUp()
    return { json: yardState(yard) }
  },
  'GET /sim/journal': async ({ journal }) => ({
    json: { loads: journal.loads, events: journal.events },
  }),
  'GET /sim/photo': async (_, _request, query) => ({
    type: 'image/jpeg',
    body: await renderPhoto(readPhotoQuery(query)),
  }),
  'GET /sim/camera': async (yard, _request, query) => {
    const camera = yard.cameras.find(({ channel }) => String(channel) === query.get('channel'))
    if (!camera || camera.faults.has('camera_off'))
      refuse(404, 'Такой камеры нет, или она выключена')
    yard.catchUp()
    return { type: 'image/jpeg', body: await takePhoto(yard, camera) }
  },
  'POST /sim/command': async (yard, request) => {
    yard.command(await readJson(request))
    return { json: { ok: true, state: yardState(yard) } }
  },
  'POST /sim/scenario': async (yard, request) => {
    const order = z.union([stopShape, scenarioShape]).parse(await readJson(request))
    if ('stop' in order) {
      yard.stopScenario()
      return { json: { ok: true } }
    }
    const { name, steps } = yard.startScenario(order)
    return { json: { ok: true, name, steps: steps.length, lasts_ms: steps.at(-1)!.at_ms } }
  },
}

/** The control page and its calls, also for tests and for filling the demo company. */
export function startControlServer(yard: Yard, port: number) {
  const server = createServer((request, response) => {
    void reply(yard, request, response)
  })
  return listenHttp(server, port)
}

async function reply(yard: Yard, request: IncomingMessage, response: ServerResponse) {
  try {
    if (!OWN_NAMES.test(request.headers.host ?? '')) refuse(404, 'Не здесь')
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const route = ROUTES[`${request.method} ${url.pathname}`]
    if (!route) refuse(404, 'Такого адреса нет')
    send(response, 200, await route(yard, request, url.searchParams))
  } catch (error) {
    const status = statusOf(error)
    if (status === 500) console.error(error)
    send(response, status, { json: { ok: false, message: messageOf(error) } })
  }
}

function send(response: ServerResponse, status: number, answer: Answer) {
  const { type, body } =
    'json' in answer
      ? { type: 'application/json; charset=utf-8', body: JSON.stringify(answer.json) }
      : answer
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}

/** Only JSON, because a form of another site cannot send that type unasked. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
    refuse(400, 'Нужен JSON')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BODY_BYTES) refuse(400, 'Слишком много данных')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function statusOf(error: unknown) {
  if (isRefusal(error)) return error.status
  return error instanceof z.core.$ZodError || error instanceof SyntaxError ? 400 : 500
}

function messageOf(error: unknown) {
  if (error instanceof z.core.$ZodError) return z.prettifyError(error)
  if (error instanceof SyntaxError) return 'JSON не читается'
  return isRefusal(error) ? error.message : 'Ошибка площадки'
}
