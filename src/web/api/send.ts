import * as z from 'zod/mini'
import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { readToken } from '../state/token.ts'
import { toast } from '../ui/feedback/toast.ts'
import { CallError, errorOf, invalidInput, networkError } from '../state/call-error.ts'
import { noteAnswer, connectionLost, watchSilence } from '../state/connection.ts'
import { markRoute, findRoute, type Route } from './route-table.ts'
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

/** Reading a plate takes up to four seconds (devices.md 6.2): if an agent needs more, the server is asked too. */
const DIRECT_MS = 6000
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
    const ownDialog = failure.code === 'approval.required' && failure.approval
    if (call.toast !== false && !options.quiet && !ownDialog) toast.error(failure.message)
    throw failure
  }
}

/** The last word of a page that is being closed or left: sent without waiting for an answer. */
export function sendAtLeaving<C extends Call>(call: C, input: SendInput<C>): void {
  const { url, headers } = ourTarget(call, input)
  const body = bodyOf(call, (input as RawInput).body, headers)
  void fetch(url, { method: call.method, headers, keepalive: true, ...(body && { body }) })
}

async function answer(call: Call, input: RawInput, options: SendOptions): Promise<unknown> {
  const first = await target(call, input)
  const { direct } = first
  if (!direct) return ours(call, input, options)
  const heard = watchSilence('agent')
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, ...(options.signal ? [options.signal] : [])])
  try {
    return await askEither(call, input, { ...options, signal }, { ...first, direct })
  } finally {
    heard()
    // Where both were asked, one still holds a connection and would be waited for on the screen.
    over.abort()
  }
}

async function askEither(
  call: Call,
  input: RawInput,
  options: SendOptions,
  { url, headers, direct }: Required<Target>,
): Promise<unknown> {
  const straight = askAgent(call, url, { headers, signal: options.signal ?? null })
  try {
    const first = await Promise.race([straight, silence(DIRECT_MS)])
    if (first !== SILENT) return first
  } catch (error) {
    if (options.signal?.aborted || isOfDevices(error)) throw error
    noteRouteFailure(direct, error)
    return ours(call, input, options)
  }
  // The request has no timeout: the agent may still answer, and the first answer is used.
  markRoute(direct.url, true)
  const relayed = ours(call, input, options)
  const late = straight.catch((error: unknown) => {
    if (isOfDevices(error)) return error
    throw error
  })
  const answered = await Promise.any([late, relayed]).catch(() => relayed)
  if (answered instanceof CallError) throw answered
  return answered
}

async function askAgent(call: Call, url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  if (response.ok) return readAnswer(call, response)
  throw await errorOf(response)
}

const SILENT = Symbol('silent')
const silence = (ms: number) =>
  new Promise<typeof SILENT>((resolve) => setTimeout(() => resolve(SILENT), ms))

/** A device error of an agent is final, since the server would report the same; after any other error the server is asked. */
export const isOfDevices = (error: unknown): error is CallError =>
  error instanceof CallError && error.code?.startsWith('device.') === true

/** No answer, an answer of another program, or a token that the agent does not know; a post of another site is none of these. */
export function noteRouteFailure({ url }: Route, error: unknown) {
  const known = error instanceof CallError && error.code !== undefined && error.status !== 401
  if (!known) markRoute(url, true)
}

async function ours(call: Call, input: RawInput, options: SendOptions): Promise<unknown> {
  const response = await request(call, input, options)
  if (response.ok) return readAnswer(call, response)
  const error = await errorOf(response)
  const sessionEnded = error.status === 401 && !SESSION_CALLS.test(call.path)
  if (!sessionEnded || error.code !== 'auth.required') throw error
  if (!(await signedInAgain())) throw error
  const again = await request(call, input, options)
  if (again.ok) return readAnswer(call, again)
  throw await errorOf(again)
}

async function request(call: Call, input: RawInput, options: SendOptions): Promise<Response> {
  const { url, headers } = ourTarget(call, input)
  if (options.approval) headers.set('X-Approval-Token', options.approval)
  const body = bodyOf(call, input.body, headers)
  const started = performance.now()
  const heard = watchSilence()
  try {
    const response = await fetch(url, {
      method: call.method,
      headers,
      ...(body !== undefined && { body }),
      signal: options.signal ?? null,
    })
    noteAnswer(performance.now() - started)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    connectionLost()
    throw networkError()
  } finally {
    heard()
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
  return { url: url + queryText(call, input.query), headers, direct }
}

/** Through our own server, whatever the route table says. */
export function ourTarget(call: Call, input: RawInput): Target {
  const { href } = new URL(pathOf(call, input) + queryText(call, input.query), location.origin)
  const bearer = readToken()
  return { url: href, headers: new Headers(bearer ? { Authorization: `Bearer ${bearer}` } : {}) }
}

const pathOf = (call: Call, { params }: RawInput) =>
  call.path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )

function queryText(call: Call, query: RawInput['query']): string {
  if (!call.query || !query) return ''
  const encoded = z.safeEncode(call.query, query)
  if (!encoded.success) throw invalidInput(encoded.error.issues)
  const given = Object.entries(encoded.data as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

function bodyOf(call: Call, body: unknown, headers: Headers): BodyInit | undefined {
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
