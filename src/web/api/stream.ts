import type { Call, SendInput } from '#contract/call.ts'
import { errorOf } from './call-error.ts'
import { target } from './send.ts'

export interface StreamEvent {
  event: string
  data: string
}

/** An event of a stream is at most this long; a longer one means a broken peer. */
const MAX_EVENT = 64 * 1024

/**
 * Reads server-sent events over fetch, since EventSource cannot carry the bearer header. Ends when
 * the server closes; throws CallError on a refused start and on an event over 64 KiB.
 */
export async function* stream<C extends Call>(
  call: C,
  input: SendInput<C>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { url, headers } = await target(call, input)
  headers.set('Accept', 'text/event-stream')
  const response = await fetch(url, { headers, signal })
  if (!response.ok || !response.body) throw await errorOf(response)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_EVENT) throw new Error('event stream without an end')
    for (const block of blocks) {
      const event = parsed(block)
      if (event) yield event
    }
  }
}

function parsed(block: string): StreamEvent | undefined {
  const lines = block.split('\n')
  const values = (name: string) =>
    lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).trimStart())
  const data = values('data')
  return data.length > 0
    ? { event: values('event')[0] ?? 'message', data: data.join('\n') }
    : undefined
}
