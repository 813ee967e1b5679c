import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallInput, CallSpec, Schema } from '#contract/call.ts'
import { answerSchema } from './json-schema.ts'
import { refuse } from './refusal.ts'
import type { RawAnswer, Route } from './serve.ts'
import { decode } from './validation.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** How the host judges a request before its body is read: throws a refusal or gives the verb's handle. */
export interface Host<Handle> {
  judge(call: CallSpec, request: FastifyRequest): Promise<Handle>
  /** Reads a body that is not JSON within the call's bounds. */
  readRaw(call: CallSpec, request: FastifyRequest): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyRequest {
    handle: unknown
  }
}

/** Turns declared calls into Fastify routes; a declared call without a verb answers `common.not-built`. */
export function registerRoutes<Handle>(
  app: FastifyInstance,
  host: Host<Handle>,
  routes: readonly Route<Handle>[],
  declared: readonly CallSpec[],
): void {
  app.decorateRequest('handle', null)
  const built = new Set(routes.map((route) => route.call))
  const streams = endlessStreams(app)
  for (const route of routes) register(app, host, route, streams)
  for (const call of declared) if (!built.has(call)) registerNotBuilt(app, host, call)
}

/** Streams without an end of their own: a server that closes would wait for them, so it ends them first. */
function endlessStreams(app: FastifyInstance): Set<PassThrough> {
  const open = new Set<PassThrough>()
  app.addHook('preClose', async () => {
    for (const body of open) body.end()
  })
  return open
}

/** Who may send the call is told that it does not exist yet, whatever the body; others learn nothing. */
function registerNotBuilt<Handle>(app: FastifyInstance, host: Host<Handle>, call: CallSpec): void {
  app.route({
    method: call.method,
    url: call.path,
    onRequest: async (request) => {
      await host.judge(call, request)
      refuse('common.not-built')
    },
    handler: () => refuse('common.not-built'),
  })
}

function register<Handle>(
  app: FastifyInstance,
  host: Host<Handle>,
  route: Route<Handle>,
  streams: Set<PassThrough>,
): void {
  const { call } = route
  const json = typeof call.result !== 'string'
  const shaped = json && !route.exact
  app.route({
    method: call.method,
    url: call.path,
    ...(call.bodyKb && { bodyLimit: call.bodyKb * 1024 }),
    onRequest: async (request) => {
      request.handle = await host.judge(call, request)
    },
    handler: async (request, reply) => {
      const input = await readInput(call, host, request)
      const answer = await route.handler(request.handle as Handle, input)
      if (shaped) return reply.type(JSON_TYPE).send(writerOf(call, reply)(answer as Answer))
      if (json) return reply.type(JSON_TYPE).send(Buffer.from(JSON.stringify(answer)))
      const { body } = answer as RawAnswer
      if (body instanceof PassThrough) {
        streams.add(body)
        body.once('close', () => streams.delete(body))
      }
      return sendRaw(reply, answer as RawAnswer)
    },
  })
}

type Answer = Record<string, unknown>
type Writer = (answer: Answer) => string

const writers = new WeakMap<CallSpec, Writer>()

/** Compiled at the call's first answer: all of them at once take a second from every start, and most starts answer few. */
export function writerOf(call: CallSpec, reply: FastifyReply): Writer {
  const known = writers.get(call)
  if (known) return known
  const writer = reply.compileSerializationSchema(answerSchema(call.result as Schema))
  writers.set(call, writer)
  return writer
}

async function readInput<Handle>(
  call: CallSpec,
  host: Host<Handle>,
  request: FastifyRequest,
): Promise<CallInput<CallSpec>> {
  const params = call.params ? decode(call.params, request.params) : undefined
  const query = call.query ? decode(call.query, request.query) : nothing(request.query)
  const body = await readBody(call, host, request)
  return { params, query, body } as CallInput<CallSpec>
}

async function readBody<Handle>(call: CallSpec, host: Host<Handle>, request: FastifyRequest) {
  if (typeof call.body === 'string') return host.readRaw(call, request)
  // Also where no body is due: a form would be read by nobody, and the call be done as if it had not been sent.
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\b/i.test(type)) refuse('common.unsupported-type')
  if (call.body) return decode(call.body, request.body)
  if (request.body !== undefined && request.body !== null && JSON.stringify(request.body) !== '{}')
    refuse('common.validation', { fields: { _: 'Тело запроса не нужно' } })
  return undefined
}

function nothing(query: unknown): undefined {
  const keys = Object.keys(query as object)
  if (keys.length > 0)
    refuse('common.validation', { fields: { [keys[0]!.slice(0, 80)]: 'Неизвестный параметр' } })
  return undefined
}

function sendRaw(reply: FastifyReply, answer: RawAnswer) {
  void reply.header('content-type', answer.type)
  for (const [name, value] of Object.entries(answer.headers ?? {})) void reply.header(name, value)
  return reply.send(answer.body)
}
