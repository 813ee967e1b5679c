import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import type { CallResult, CallSpec, Schema, SendInput } from '#contract/core/call.ts'
import { refusals } from '#contract/core/refusals.ts'
import assert from 'node:assert/strict'
import * as z from 'zod/mini'

export interface RefusedAnswer {
  status: number
  code: string
  message: string
  fields?: Record<string, string>
  approval?: ApprovalRequest
}

export interface SendOptions {
  approvalToken?: string
  headers?: Record<string, string>
}

/** The call's own input. */
type Input<C extends CallSpec> = Partial<SendInput<C>>
/** Input that the server has to refuse: a typed client could not write much of it down. */
export interface UncheckedInput {
  params?: object
  query?: object
  body?: unknown
}

/** One person's hand on the API, through the typed contract and the real routes. */
export interface Api {
  readonly token: string | undefined
  /** The declared answer; any refusal fails the test. Answers are held against their strict schema. */
  send<C extends CallSpec>(call: C, input?: Input<C>, options?: SendOptions): Promise<CallResult<C>>
  /** The refusal; success fails the test, and so does a code that the call does not declare. */
  refused(call: CallSpec, input?: UncheckedInput, options?: SendOptions): Promise<RefusedAnswer>
  /** The bare answer, for what a typed client cannot even write down. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse>
}

export function apiOf(app: FastifyInstance, token?: string): Api {
  const raw = (options: InjectOptions) =>
    app.inject({
      ...options,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    })
  return {
    token,
    raw,
    async send(call, input, options) {
      const answer = await raw(requestOf(call, input ?? {}, options))
      assert.equal(
        answer.statusCode,
        200,
        `${call.path}: ${answer.statusCode} ${answer.body.slice(0, 600)}`,
      )
      return resultOf(call, answer)
    },
    async refused(call, input, options) {
      const answer = await raw(requestOf(call, input ?? {}, options))
      assert.notEqual(
        answer.statusCode,
        200,
        `${call.path} was not refused: ${answer.body.slice(0, 300)}`,
      )
      assert.notEqual(answer.statusCode, 500, `${call.path}: ${answer.body}`)
      const body = answer.json<Omit<RefusedAnswer, 'status'>>()
      const common =
        /^(common|filter|auth\.(?:required|sign-in-again)|access|module|approval|company\.suspended)/.test(
          body.code,
        )
      assert.ok(
        common || (call.refusals as readonly string[] | undefined)?.includes(body.code),
        `${call.path} does not declare ${body.code}`,
      )
      assert.equal(answer.statusCode, refusals[body.code as keyof typeof refusals]?.[0])
      assert.match(body.message, /[а-яё]/i)
      return { status: answer.statusCode, ...body }
    },
  }
}

/** The answer, held against its strict schema. */
function resultOf<C extends CallSpec>(call: C, answer: LightMyRequestResponse): CallResult<C> {
  const result: unknown =
    typeof call.result === 'string'
      ? new Blob([new Uint8Array(answer.rawPayload)])
      : z.parse(call.result, answer.json())
  return result as CallResult<C>
}

/** A declared call as an HTTP request; values that the schema cannot encode go as they are, so bad input can be sent. */
export function requestOf(
  call: CallSpec,
  input: UncheckedInput,
  options: SendOptions = {},
): InjectOptions {
  const params = (input.params ?? {}) as Record<string, string>
  const url = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = encodeQuery(call.query, input.query)
  const body = input.body
  const headers = {
    ...(options.approvalToken && { 'x-approval-token': options.approvalToken }),
    ...options.headers,
  }
  const request: InjectOptions = { method: call.method, url, query, headers }
  if (body instanceof Uint8Array)
    return {
      ...request,
      payload: Buffer.from(body),
      headers: { 'content-type': 'image/jpeg', ...headers },
    }
  return body === undefined ? request : { ...request, payload: body as object }
}

function encodeQuery(schema: Schema | undefined, query: object = {}): Record<string, string> {
  const encoded = schema ? z.safeEncode(schema, query) : undefined
  const values = encoded?.success ? (encoded.data as Record<string, unknown>) : query
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, typeof v === 'string' ? v : JSON.stringify(v)]),
  )
}
