import type { CallResult, CallSpec, SendInput } from '#contract/core/call.ts'
import { requestOf } from '#test/support/api.ts'

/** One person's calls of a server that runs apart. */
export interface ServerApi {
  send<C extends CallSpec>(call: C, input: Partial<SendInput<C>>): Promise<CallResult<C>>
}

export function serverApi(url: string, token: string): ServerApi {
  return {
    async send(call, input) {
      const request = requestOf(call, input)
      const query = new URLSearchParams(request.query as Record<string, string>).toString()
      const answer = await fetch(`${url}${String(request.url)}${query && `?${query}`}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(request.payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(request.payload !== undefined && { body: JSON.stringify(request.payload) }),
      })
      if (!answer.ok) throw new Error(`${call.path}: ${answer.status} ${await answer.text()}`)
      return answer.json() as Promise<CallResult<typeof call>>
    },
  }
}
