import * as z from 'zod/mini'
import type { Call, CallResult, SendInput } from '#contract/call.ts'
import { readToken } from '../session/token.ts'
import { toast } from '../ui/toast.ts'
import { type CallError, errorOf, invalidInput, networkError } from './call-error.ts'
import { answered, connectionLost } from './connection.ts'
import { isDirect, routed } from './route-table.ts'
import { signedInAgain } from './sign-in-again.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** The confirmation of another person's PIN, used once (domain.md 7.4). */
  approval?: string | undefined
  /** Polling: a lost connection is told once by the lamp, not by a toast a poll. */
  quiet?: boolean | undefined
}

interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const YARD_LOST = 'Нет связи с площадкой'
/** Calls whose 401 is an answer to the caller and not the end of a session. */
const SESSION_CALLS = /\/auth\/(login|validateJWT|logout)$/

/**
 * Sends a declared call and gives its answer; throws CallError, after the toast of specification 8
 * unless the call is declared `toast: false`. A cancelled call throws the signal's own reason.
 */
export async function send<C extends Call>(
  call: C,
  input: SendInput<C>,
  options: SendOptions = {},
): Promise<CallResult<C>> {
  try {
    return (await answer(call, input as RawInput, options)) as CallResult<C>
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = error as CallError
    const ownDialog = failure.code === 'approval.required' && failure.approval
    if (call.toast !== false && !options.quiet && !ownDialog) toast.error(failure.message)
    throw failure
  }
}

async function answer(call: Call, input: RawInput, options: SendOptions): Promise<unknown> {
  const response = await request(call, input, options)
  if (response.ok) return read(call, response)
  const error = await errorOf(response)
  const sessionEnded =
    error.status === 401 && !SESSION_CALLS.test(call.path) && !isDirect(call.path)
  if (!sessionEnded || error.code !== 'auth.required') throw error
  if (!(await signedInAgain())) throw error
  const again = await request(call, input, options)
  if (again.ok) return read(call, again)
  throw await errorOf(again)
}

async function request(call: Call, input: RawInput, options: SendOptions): Promise<Response> {
  const { url, headers } = await target(call, input)
  if (options.approval) headers.set('X-Approval-Token', options.approval)
  const body = bodyOf(call, input.body, headers)
  const started = performance.now()
  try {
    const response = await fetch(url, {
      method: call.method,
      headers,
      ...(body !== undefined && { body }),
      signal: options.signal ?? null,
    })
    if (!isDirect(call.path)) answered(performance.now() - started)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (isDirect(call.path)) throw networkError(YARD_LOST)
    connectionLost()
    throw networkError()
  }
}

/** The full address of a call with the token that belongs to it: the session's only to our origin. */
export async function target(
  call: Call,
  input: RawInput,
): Promise<{ url: string; headers: Headers }> {
  const path = call.path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const { url, token } = await routed(path)
  const address = new URL(url + queryText(call, input.query), location.origin)
  const own = address.origin === location.origin
  const bearer = token ?? (own ? readToken() : null)
  const headers = new Headers(bearer ? { Authorization: `Bearer ${bearer}` } : {})
  return { url: address.href, headers }
}

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

async function read(call: Call, response: Response): Promise<unknown> {
  if (call.result === 'stream') return response.body
  if (typeof call.result === 'string') return response.blob()
  return response.json()
}
