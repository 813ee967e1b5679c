import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isSearch, type CallInput, type CallSpec, type Schema } from '#contract/core/call.ts'
import { issueText } from '#contract/core/issue-text.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { CARD_NUMBER_MESSAGE } from '#contract/core/shapes.ts'
import { answerSchema } from './json-schema.ts'
import { refuse } from './refusal.ts'
import type { RawAnswer, Route } from './serve.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Lets a call in when the server has room for its work; both refuse `common.overloaded`. */
export interface Admission {
  /** Answers the function that gives the place back, which may be called more than once. */
  enter(call: CallSpec): Promise<() => void>
  /** Before anything is done for a call whose body is still on its way. */
  refuseIfFull(call: CallSpec): void
}

/** How the host authorizes a request before its body is read: throws a refusal or returns the handler's context. */
export interface Host<Handle> {
  readonly admission: Admission
  authorize(call: CallSpec, request: FastifyRequest): Promise<Handle>
  /** Holds a body that is not JSON, within the call's bounds, while `work` goes on. */
  withRawBody<T>(
    call: CallSpec,
    request: FastifyRequest,
    work: (body: unknown) => Promise<T>,
  ): Promise<T>
}

declare module 'fastify' {
  interface FastifyRequest {
    handle: unknown
    /** Frees the place of a call that was admitted before it was authorized. */
    leave: (() => void) | null
  }
}

/** Turns declared calls into Fastify routes; throws when a declared call has no handler. */
export function registerRoutes<Handle>(
  app: FastifyInstance,
  host: Host<Handle>,
  routes: readonly Route<Handle>[],
  declared: readonly CallSpec[],
): void {
  const handled = new Set(routes.map((route) => route.call))
  for (const call of declared)
    if (!handled.has(call)) throw new Error(`${call.path} has no handler`)
  app.decorateRequest('handle', null)
  app.decorateRequest('leave', null)
  app.decorateRequest('refusal', null)
  const streams = endlessStreams(app)
  for (const route of routes) register(app, host, route, streams)
}

/** Streams without an end of their own: a server that closes would wait for them, so it ends them first. */
function endlessStreams(app: FastifyInstance): Set<PassThrough> {
  const open = new Set<PassThrough>()
  app.addHook('preClose', async () => {
    for (const body of open) body.end()
  })
  return open
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
    method: isSearch(call) ? [call.method, 'POST'] : call.method,
    url: call.path,
    ...(call.bodyKb && { bodyLimit: call.bodyKb * 1024 }),
    onRequest: (request) => authorizeEarly(host, call, request),
    handler: async (request, reply) => {
      const leave = request.leave ?? (await host.admission.enter(call))
      request.leave = null
      const answer = await answerCall(host, route, request).finally(leave)
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

/**
 * A call without a body takes its place at once, any other when its body is there: what strangers leave half-sent holds
 * no place.
 */
async function authorizeEarly<Handle>(
  host: Host<Handle>,
  call: CallSpec,
  request: FastifyRequest,
): Promise<void> {
  if (hasBody(request)) {
    host.admission.refuseIfFull(call)
    request.handle = await host.authorize(call, request)
    return
  }
  const leave = await host.admission.enter(call)
  try {
    request.handle = await host.authorize(call, request)
    request.leave = leave
    // Fastify does not call the handler of a request whose client has gone away.
    request.raw.once('close', () => request.leave?.())
  } catch (error) {
    leave()
    throw error
  }
}

/** True when bytes follow the head. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function answerCall<Handle>(
  host: Host<Handle>,
  route: Route<Handle>,
  request: FastifyRequest,
): Promise<unknown> {
  const { call } = route
  const params = call.params ? decode(call.params, request.params) : undefined
  const query = readQuery(call, request)
  const answer = (body: unknown) =>
    route.handler(request.handle as Handle, { params, query, body } as CallInput<CallSpec>)
  if (typeof call.body === 'string') return host.withRawBody(call, request, answer)
  return answer(readBody(call, request))
}

// More complaints than a form has fields help no reader and would let a hostile body grow the answer.
const MAX_FIELDS = 50

/** Decodes one part of a request by its schema; a mismatch is a refusal with a message for each field. */
function decode<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { reportInput: true })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap(flatten)
  const fields: Record<string, string> = {}
  for (const issue of issues.slice(0, MAX_FIELDS)) fields[pathOf(issue)] ??= issueText(issue)
  return refuse(codeOf(issues), { fields })
}

function codeOf(issues: readonly z.core.$ZodIssue[]): RefusalCode {
  if (issues.some((issue) => issue.message === CARD_NUMBER_MESSAGE)) return 'common.card-number'
  if (issues.every((issue) => issue.path[0] === 'filter')) return 'filter.invalid'
  if (issues.every(isBadId)) return 'common.bad-id'
  if (issues.every(isOutOfRange)) return 'common.number-range'
  return 'common.validation'
}

function isBadId(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_format' && (issue.format === 'uuid' || issue.format === 'guid')
}

function isOutOfRange(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return issue.origin === 'number' || issue.origin === 'int'
  // A fraction or a number beyond 2^53 where an integer is declared.
  return (
    issue.code === 'invalid_type' && typeof issue.input === 'number' && issue.expected === 'int'
  )
}

/** A union complains once for each branch: the branch that got furthest is reported for the field. */
function flatten(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const depth = (branch: readonly z.core.$ZodIssue[]) =>
    Math.max(...branch.map((i) => i.path.length))
  const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]!
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }))
}

function pathOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.').slice(0, 200)
  return path === '' ? '_' : path
}

type Answer = Record<string, unknown>
type Writer = (answer: Answer) => string

const writers = new WeakMap<CallSpec, Writer>()

/** Compiled at the call's first answer: all of them at once take a second from every start, and most starts answer few. */
export function writerOf(call: CallSpec, reply: FastifyReply): Writer {
  const ownWriter = writers.get(call)
  if (ownWriter) return ownWriter
  const writer = reply.compileSerializationSchema(answerSchema(call.result as Schema))
  writers.set(call, writer)
  return writer
}

function readBody(call: CallSpec, request: FastifyRequest): unknown {
  // Also where no body is expected: a form would not be read, and the call would run as if it had not been sent.
  const type = request.headers['content-type']
  if (type !== undefined && !/^application\/json\b/i.test(type)) refuse('common.unsupported-type')
  if (call.body) return decode(call.body as Schema, request.body)
  if (request.method !== call.method) return undefined
  if (request.body !== undefined && request.body !== null && JSON.stringify(request.body) !== '{}')
    refuse('common.validation', { fields: { _: 'Тело запроса не нужно' } })
  return undefined
}

/** The parameters of a search may come as a body, so that no address has them. */
function readQuery(call: CallSpec, request: FastifyRequest): unknown {
  const isByPost = request.method !== call.method
  if (!call.query || isByPost) nothing(request.query)
  return call.query && decode(call.query, isByPost ? (request.body ?? {}) : request.query)
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
