import type { CallResult, CallSpec, SendInput } from '#contract/core/call.ts'
import { requestOf, type RefusedAnswer, type SendOptions } from '../support/api.ts'

/** The outcome of one call: its answer, a refusal, or silence after which it is unknown whether it was done. */
export type Outcome<T> =
  | { readonly is: 'done'; readonly answer: T }
  | { readonly is: 'refused'; readonly refusal: RefusedAnswer }
  | { readonly is: 'unknown' }

/** A person's calls over real HTTP, to a server that may die at any moment. */
export type CallServer = <C extends CallSpec>(
  call: C,
  input?: Partial<SendInput<C>> & Record<string, unknown>,
  options?: SendOptions,
) => Promise<Outcome<CallResult<C>>>

/** As the browser waits for a capture, whose pictures may take 1.5 s. */
const PATIENCE_MS = 5000

export function callServer(url: string, token: string): CallServer {
  return async (call, input = {}, options) => {
    const request = requestOf(call, input, options)
    const query = new URLSearchParams(request.query as Record<string, string>)
    const body = request.payload as object | undefined
    try {
      const answer = await fetch(`${url}${String(request.url)}?${query.toString()}`, {
        method: call.method,
        headers: {
          ...(request.headers as Record<string, string>),
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const given = await answer.json()
      if (answer.ok) return { is: 'done', answer: given }
      const { status } = answer
      const refusal = { ...(given as Omit<RefusedAnswer, 'status'>), status }
      // A database that went away in the middle may have done the work or not: the screen sends the same again.
      if (refusal.code === 'common.unavailable') return { is: 'unknown' }
      if (status === 500) throw new Error(`${call.path}: ${JSON.stringify(refusal)}`)
      return { is: 'refused', refusal }
    } catch (error) {
      if (isSilence(error)) return { is: 'unknown' }
      throw error
    }
  }
}

/** The connection was refused, broke, or nothing came in time. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'TimeoutError' ||
    error.message === 'fetch failed' ||
    error.message === 'terminated'
  )
}
