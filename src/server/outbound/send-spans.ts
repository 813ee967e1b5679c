import type { Log } from '../log/log.ts'
import { SPAN_KINDS, type RecordSpan, type Span } from '../trace/spans.ts'

// A collector that is away costs this much memory, and no more; what is older is lost.
const MAX_WAITING = 2048
const EVERY_MS = 5000
const ANSWER_MS = 5000

export interface Traces {
  readonly record: RecordSpan
  /** Sends what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Hands spans over to a collector as OTLP over HTTP: in batches, beside the work, and without repeats. */
export function openTraces(tracesUrl: string, log: Log, everyMs = EVERY_MS): Traces {
  let waiting: Span[] = []
  let sending: Promise<void> = Promise.resolve()
  const send = async () => {
    const spans = waiting
    waiting = []
    if (spans.length === 0) return
    try {
      const answer = await fetch(`${tracesUrl}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(otlpOf(spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
    } catch (error) {
      log.failure({ event: 'traces were not taken' }, error)
    }
  }
  const flush = () => (sending = sending.then(send))
  const timer = setInterval(() => void flush(), everyMs).unref()
  return {
    record(span) {
      if (waiting.length < MAX_WAITING) waiting.push(span)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

function otlpOf(spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'priyomka' }) },
        scopeSpans: [{ scope: { name: 'priyomka' }, spans: spans.map(otlpSpan) }],
      },
    ],
  }
}

function otlpSpan({ parentId, name, kind, startMs, endMs, isFailed, ...span }: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: SPAN_KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesOf(span.attributes),
    status: isFailed ? { code: 2 } : {},
  }
}

/** Nanoseconds of today are beyond what a number holds exactly. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

function attributesOf(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
