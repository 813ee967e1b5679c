import type { Call, CallResult, SendInput } from '#contract/core/call.ts'
import { toast } from '../ui/feedback/toast.ts'
import { CallError, errorOf, networkError } from '../state/call-error.ts'
import { bodyOf, ourTarget, target } from './send.ts'

export interface UploadOptions {
  /** Share sent so far, 0…1. */
  progress?: (share: number) => void
  signal?: AbortSignal
  quiet?: boolean
}

/** Sends a file with progress, which fetch cannot tell; fails as `send` does. */
export async function upload<C extends Call>(
  call: C,
  input: SendInput<C>,
  options: UploadOptions = {},
): Promise<CallResult<C>> {
  try {
    const response = await post(call, input as { body: XMLHttpRequestBodyInit }, options)
    if (!response.ok) throw await errorOf(response)
    return (await response.json()) as CallResult<C>
  } catch (error) {
    const shown = error instanceof CallError && !options.signal?.aborted && !options.quiet
    if (shown && call.toast !== false) toast.error(error.message)
    throw error
  }
}

async function post(
  call: Call,
  input: { body: XMLHttpRequestBodyInit },
  options: UploadOptions,
): Promise<Response> {
  const { url, headers } = await target(call, input)
  if (call.body === 'jpeg') headers.set('Content-Type', 'image/jpeg')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.progress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(asResponse(request)))
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(networkError()))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(input.body)
  })
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  const id = request.getResponseHeader('x-request-id')
  if (id) headers.set('x-request-id', id)
  return new Response(request.responseText, { status: request.status, headers })
}

/** The last word of a page that is being closed or left: sent without waiting for an answer. */
export function sendAtLeaving<C extends Call>(call: C, input: SendInput<C>): void {
  const { url, headers } = ourTarget(call, input)
  const body = bodyOf(call, (input as { body?: unknown }).body, headers)
  void fetch(url, { method: call.method, headers, keepalive: true, ...(body && { body }) })
}
