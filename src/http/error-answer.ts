import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { ownValue } from '#contract/core/own-value.ts'
import { isNoRoom, isStoreAway } from './no-room.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused, for the access log. */
    refusal: string | null
  }
}

/** The body of every failed answer; `message` is a whole Russian sentence ready for the toast. */
export interface ErrorBody {
  code: string
  message: string
  fields?: Record<string, string>
  approval?: unknown
  request_id?: string
}

// Fastify's own refusals of a malformed request, in our words; all others are bugs.
const FRAMEWORK: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'common.unsupported-type',
  FST_ERR_CTP_EMPTY_TYPE: 'common.unsupported-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'common.too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'common.validation',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'common.validation',
  FST_ERR_CTP_INVALID_JSON_BODY: 'common.validation',
  FST_REQ_FILE_TOO_LARGE: 'file.too-large',
  FST_FILES_LIMIT: 'common.too-large',
  FST_PARTS_LIMIT: 'common.too-large',
  FST_FIELDS_LIMIT: 'common.too-large',
  FST_PROTO_VIOLATION: 'common.validation',
  FST_INVALID_JSON_FIELD_ERROR: 'common.validation',
  FST_MP_PREMATURE_CLOSE: 'common.validation',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'common.unsupported-type',
  FST_ERR_BAD_URL: 'common.validation',
  FST_ERR_MAX_PARAM_LENGTH: 'common.validation',
}

// What the reader of forms says, without a code, of a form that is cut off or has no boundary.
const BROKEN_FORM = /^Multipart: Boundary not found$|unexpected end of multipart data$/i

/**
 * The one error handler: refusals become their declared answer, a lost database becomes 503, anything else is a bug that is
 * logged completely and answered with one neutral sentence and the request id.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = asRefusal(error)
  request.refusal = refusal?.code ?? 'common.internal'
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send({
      code: 'common.internal',
      message: 'Внутренняя ошибка. Попробуйте ещё раз',
      request_id: request.id,
    } satisfies ErrorBody)
  }
  // A line for each refusal of a flood would be the flood's second half.
  if (refusal.status === 503 && refusal.code !== 'common.overloaded')
    request.log.warn({ err: error }, 'cannot serve')
  const { fields, approval, retryAfterSeconds } = refusal.detail
  if (retryAfterSeconds ?? refusal.status === 503)
    void reply.header('retry-after', String(retryAfterSeconds ?? 1))
  return reply.code(refusal.status).send({
    code: refusal.code,
    message: refusal.message,
    ...(fields && { fields }),
    ...(approval && { approval }),
  } satisfies ErrorBody)
}

/** The answer of a refusal whose sentence takes a query; where that fails it is told as it was thrown. */
export async function answerWhole(error: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { whole, ...detail } = error.detail
  const message = await whole?.().catch(() => undefined)
  return answerError(
    new Refusal(error.code, { ...detail, ...(message && { message }) }),
    request,
    reply,
  )
}

function asRefusal(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  const code = 'code' in error ? String(error.code) : ''
  const framework = ownValue(FRAMEWORK, code)
  if (framework) return new Refusal(framework)
  if (error instanceof SyntaxError && 'statusCode' in error) return new Refusal('common.validation')
  if (BROKEN_FORM.test(error.message)) return new Refusal('common.validation')
  if (isNoRoom(error)) return new Refusal('common.no-room')
  if (isDatabaseAway(error) || isStoreAway(error)) return new Refusal('common.unavailable')
  return undefined
}

// SQLSTATE: connections, resources (a full disk of the database too), operator intervention, system errors; a transaction
// ended for its silence or length, a server that only reads, conflicts that were repeated in vain, a lock.
const AWAY_STATE = /^(08|53|57|58)[0-9A-Z]{3}$|^(25006|25P03|25P04|40001|40P01|55P03)$/
const AWAY_CODE =
  /^(DATABASE_AWAY|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/
const AWAY_WORDS =
  /^(Connection terminated|Query read timeout|timeout e|Client (was closed|has encountered))/

/** Lost connections and timeouts of the database are not bugs: the caller is asked to repeat (security.md 9.3). */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_STATE.test(code) || AWAY_CODE.test(code) || AWAY_WORDS.test(error.message)
}
