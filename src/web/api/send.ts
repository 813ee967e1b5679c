import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { readToken } from '../state/token.ts'
import { toast } from '../ui/feedback/toast.ts'
import { noteServerTime } from '../ui/server-clock.ts'
import { CallError, errorOf, networkError } from '../state/call-error.ts'
import { noteAnswer, connectionLost, watchSilence } from '../state/connection.ts'
import { findRoute, type Route } from './route-table.ts'
import { signedInAgain } from './sign-in-again.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** The confirmation of another person's PIN, used once (domain.md 7.4). */
  approval?: string | undefined
  /** Polling: the connection lamp reports a lost connection once; a toast for every poll would repeat it. */
  quiet?: boolean | undefined
}

interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Refusals that are the question for words (`use-send.ts`). */
export const asksReason = (code: string | undefined): boolean => (code ?? '').endsWith('-reason')

/** Calls whose 401 is an answer to the caller and not the end of a session. */
const SESSION_CALLS = /\/auth\/(login|validateJWT|logout)$/

/**
 * Sends a declared call and gives its answer; throws CallError, after the toast of specification 8
 * unless the call is declared `toast: false`. A cancelled call throws the signal's own reason.
 */
export function send<C extends Call>(
  call: C,
  input: SendInput<C>,
  options: SendOptions = {},
): Promise<CallResult<C>> {
  return sendUnchecked(call, input, options)
}

/** Same as `send` for input that only the server validates: an unfinished form, the stored parameters of an old report. */
export async function sendUnchecked<C extends Call>(
  call: C,
  input: RawInput,
  options: SendOptions = {},
): Promise<CallResult<C>> {
  try {
    return (await answer(call, input, options)) as CallResult<C>
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = error as CallError
    const ownDialog =
      (failure.code === 'approval.required' && failure.approval) || asksReason(failure.code)
    if (call.toast !== false && !options.quiet && !ownDialog) toast.error(failure.message)
    throw failure
  }
}

async function answer(call: Call, input: RawInput, options: SendOptions): Promise<unknown> {
  const { url, headers, direct } = await target(call, input)
  if (!direct) return ours(call, input, options)
  // Device calls alone; a station has it beside its stream of weights.
  const { askDirectly } = await import('./ask-directly.ts')
  const straight = (signal: AbortSignal) => askAgent(call, url, { headers, signal })
  const askServer = (signal: AbortSignal) => ours(call, input, { ...options, signal })
  return askDirectly({ direct, straight, askServer }, options.signal)
}

async function askAgent(call: Call, url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  if (response.ok) return readAnswer(call, response)
  throw await errorOf(response)
}

async function ours(call: Call, input: RawInput, options: SendOptions): Promise<unknown> {
  const response = await request(call, input, options)
  if (response.ok) return readAnswer(call, response)
  const error = await errorOf(response)
  const isFresh = error.code === 'auth.sign-in-again'
  const sessionEnded = error.code === 'auth.required' && !SESSION_CALLS.test(call.path)
  if (!isFresh && !sessionEnded) throw error
  if (!(await signedInAgain(isFresh))) throw error
  const secondAnswer = await request(call, input, options)
  if (secondAnswer.ok) return readAnswer(call, secondAnswer)
  throw await errorOf(secondAnswer)
}

let commands = 0

/** Whether a command of this tab is on its way. */
export const isSending = (): boolean => commands > 0

async function request(call: Call, input: RawInput, options: SendOptions): Promise<Response> {
  const typed = typedWords(call, input)
  const { query: _words, ...bare } = input
  const { url, headers } = ourTarget(call, typed ? bare : input)
  if (options.approval) headers.set('X-Approval-Token', options.approval)
  const body = bodyOf(call, input.body, headers) ?? typed
  if (typed) headers.set('Content-Type', 'application/json')
  const started = performance.now()
  const endWatch = watchSilence()
  const isCommand = call.method !== 'GET'
  if (isCommand) commands++
  try {
    const response = await fetch(url, {
      method: typed ? 'POST' : call.method,
      headers,
      ...(body !== undefined && { body }),
      signal: options.signal ?? null,
    })
    const received = performance.now()
    noteAnswer(received - started)
    noteServerTime(response.headers.get('date'), started, received)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    connectionLost()
    throw networkError()
  } finally {
    endWatch()
    if (isCommand) commands--
  }
}

export interface Target {
  url: string
  headers: Headers
  /** Set where the call goes to an agent and not to our server. */
  direct?: Route
}

/** The full address of a call with its token: the session token is sent only to our origin. */
export async function target(call: Call, input: RawInput): Promise<Target> {
  const { url, direct } = await findRoute(pathOf(call, input))
  if (!direct) return ourTarget(call, input)
  const headers = new Headers({ Authorization: `Bearer ${direct.token}` })
  return { url: url + queryText(input.query), headers, direct }
}

/** Through our own server, whatever the route table says. */
export function ourTarget(call: Call, input: RawInput): Target {
  const { href } = new URL(pathOf(call, input) + queryText(input.query), location.origin)
  const bearer = readToken()
  const headers = new Headers({ traceparent: `00-${randomHex()}-${randomHex().slice(16)}-01` })
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  return { url: href, headers }
}

/** The request's own name (W3C Trace Context): the server logs it, and a refusal shows it. */
const randomHex = () => crypto.randomUUID().replaceAll('-', '')

const pathOf = (call: Call, { params }: RawInput) =>
  call.path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )

/** What a person typed to find somebody by goes as a body: addresses stand in the logs of proxies. */
function typedWords(call: Call, { query }: RawInput): string | undefined {
  const filter = query?.['filter'] as { search?: unknown } | undefined
  if (call.method !== 'GET' || !(query?.['mask'] || filter?.search)) return undefined
  return JSON.stringify(Object.fromEntries(new URLSearchParams(queryText(query))))
}

/** Values as they travel in an address, objects as JSON text; the server validates them, with the contract's own words. */
function queryText(query: RawInput['query']): string {
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const writeValue = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value)
  const text = new URLSearchParams(given.map(([key, value]) => [key, writeValue(value)])).toString()
  return text && `?${text}`
}

/** The body of a call, and its kind in the headers. */
export function bodyOf(call: Call, body: unknown, headers: Headers): BodyInit | undefined {
  if (call.body === undefined) return undefined
  if (call.body === 'jpeg') headers.set('Content-Type', 'image/jpeg')
  if (typeof call.body === 'string') return body as BodyInit
  headers.set('Content-Type', 'application/json')
  return JSON.stringify(body)
}

async function readAnswer(call: Call, response: Response): Promise<unknown> {
  if (call.result === 'stream') return response.body
  if (typeof call.result === 'string') return response.blob()
  return response.json()
}
