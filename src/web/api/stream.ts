import { createParser } from 'eventsource-parser'
import type { Call, SendInput } from '#contract/core/call.ts'
import { CallError, errorOf, networkError } from '../state/call-error.ts'
import { noteAnswer, connectionLost } from '../state/connection.ts'
import { isOfDevices, noteRouteFailure } from './ask-directly.ts'
import { ourTarget, target, type Target } from './send.ts'

export interface StreamEvent {
  event: string
  data: string
}

/** An event of a stream is at most this long; a longer one means a broken peer. */
const MAX_EVENT = 64 * 1024

/** A stream begins at once or not at all: a server that takes the connection and hangs is a lost one. */
const START_MS = 6000
/** How long an agent may take to begin before our server is used instead. */
const DIRECT_START_MS = 3000
/** Servers send a heartbeat every 15 s; a longer silence means a dead connection that was never closed. */
const SILENT_MS = 40_000

/**
 * Reads server-sent events over fetch, since EventSource cannot carry the bearer header. Ends when
 * the server closes; throws CallError on a refused start and on an event over 64 KiB.
 */
export async function* stream<C extends Call>(
  call: C,
  input: SendInput<C>,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { body, late, ours } = await begin(call, input, signal)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const events: StreamEvent[] = []
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ event = 'message', data }) => void events.push({ event, data }),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error
    },
  })
  for (;;) {
    const { value, done } = await within(SILENT_MS, late, reader.read(), ours && connectionLost)
    if (done) return
    parser.feed(value)
    yield* events.splice(0)
  }
}

interface OpenedStream {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  late: AbortController
  /** False where an agent sends it: its silence says nothing about the server. */
  ours: boolean
}

/** If an agent does not begin, or reports nothing of its devices, the stream is opened at our server. */
async function begin<C extends Call>(
  call: C,
  input: SendInput<C>,
  signal: AbortSignal,
): Promise<OpenedStream> {
  const first = await target(call, input)
  const { direct } = first
  if (!direct) return open(first, signal)
  try {
    return await open(first, signal)
  } catch (error) {
    if (signal.aborted || isOfDevices(error)) throw error
    noteRouteFailure(direct, error)
    return open(ourTarget(call, input), signal)
  }
}

async function open({ url, headers, direct }: Target, signal: AbortSignal): Promise<OpenedStream> {
  headers.set('Accept', 'text/event-stream')
  const late = new AbortController()
  const both = AbortSignal.any([signal, late.signal])
  const request = fetch(url, { headers, signal: both })
  const response = await (direct
    ? within(DIRECT_START_MS, late, request)
    : within(START_MS, late, withTimeout(request)))
  if (!response.ok || !response.body) throw await errorOf(response)
  return { body: response.body, late, ours: !direct }
}

/** Our own server answered or did not: from here on the connection lamp is updated. */
async function withTimeout(request: Promise<Response>): Promise<Response> {
  const started = performance.now()
  try {
    const response = await request
    noteAnswer(performance.now() - started)
    return response
  } catch (error) {
    // A stream that the caller aborts is not a lost connection.
    if (error instanceof CallError || error instanceof TypeError) connectionLost()
    throw error
  }
}

/** A timeout ends the request as well: browsers allow few connections, and hung ones would block all others. */
async function within<T>(
  ms: number,
  late: AbortController,
  work: Promise<T>,
  onLate: false | (() => void) = false,
): Promise<T> {
  const timer = setTimeout(() => {
    if (onLate) onLate()
    late.abort(networkError())
  }, ms)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
