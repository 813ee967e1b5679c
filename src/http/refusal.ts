import type { ApprovalRequest } from '#contract/user/approval/approval-request.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'

/** What a refusal may add to its code: its own sentence, messages by field path, what to approve. */
export interface RefusalDetail {
  message?: string
  fields?: Record<string, string>
  approval?: ApprovalRequest
  retryAfterSeconds?: number
  /** The whole sentence where it takes a query, such as the names of those who may: asked when the refusal is answered. */
  whole?: () => Promise<string>
}

/** A declared business "no"; anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(detail.message ?? refusals[code][1])
    this.code = code
    this.status = refusals[code][0]
    this.detail = detail
  }
}

/** Ends the command with a declared refusal; the transaction rolls back and the caller reads the Russian sentence. */
export function refuse(code: RefusalCode, detail?: RefusalDetail): never {
  throw new Refusal(code, detail)
}
