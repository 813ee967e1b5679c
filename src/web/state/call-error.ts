import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'

interface Detail {
  /** 0 when no answer came at all. */
  status: number
  code?: string | undefined
  message: string
  fields?: Record<string, string> | undefined
  approval?: ApprovalRequest | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** Any failed call: `network` = no answer, otherwise the server's status, code and Russian sentence. */
export class CallError extends Error {
  readonly network: boolean
  readonly status: number
  readonly code: RefusalCode | undefined
  readonly fields: Record<string, string>
  readonly approval: ApprovalRequest | undefined
  readonly requestId: string | undefined
  /** Seconds after which a repeat makes sense. */
  readonly retryAfter: number | undefined

  constructor(detail: Detail) {
    super(detail.message)
    this.network = detail.status === 0
    this.status = detail.status
    this.code = detail.code as RefusalCode | undefined
    this.fields = detail.fields ?? {}
    this.approval = detail.approval
    this.requestId = detail.requestId
    this.retryAfter = detail.retryAfter
  }

  /**
   * Everything that the server answered, for a place without inputs: otherwise the reasons at single values would be lost, and
   * the sentence alone may name another cause.
   */
  get explanation(): string {
    const reasons = [...new Set(Object.values(this.fields))].filter((one) => one !== this.message)
    return [this.message, ...reasons].join('. ')
  }
}

/** The three messages of specification 8, word for word. */
const NETWORK_MESSAGE = 'Ошибка соединения с сервером!'
const UNKNOWN_MESSAGE = 'Ошибка сети!'

export function networkError(message = NETWORK_MESSAGE): CallError {
  return new CallError({ status: 0, message })
}

/**
 * No answer, or a server (or a proxy before it) that cannot answer now: the same request may succeed soon. That a bank, a device or
 * an old base is away is an answer.
 */
export function isPassing(error: CallError | null): boolean {
  if (error === null || error.network) return error !== null
  return PASSING.has(error.status) && (error.code?.startsWith('common.') ?? true)
}
const PASSING = new Set([408, 429, 502, 503, 504])

/** Ends an action whose failed call was reported by a toast; other errors are thrown on. */
export function wasTold(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
}

/** Reads `{code, message, fields?, approval?}`; a body of another shape gives the third message. */
export async function errorOf(response: Response): Promise<CallError> {
  const body = asObject(await response.text().then(parseJson, () => undefined))
  const message = body['message']
  const retryAfter = Number(response.headers.get('retry-after'))
  return new CallError({
    status: response.status,
    code: typeof body['code'] === 'string' ? body['code'] : undefined,
    message: typeof message === 'string' && message ? message : UNKNOWN_MESSAGE,
    fields: asObject(body['fields']) as Record<string, string>,
    approval: body['approval'] as ApprovalRequest | undefined,
    requestId: response.headers.get('x-request-id') ?? (body['request_id'] as string | undefined),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
