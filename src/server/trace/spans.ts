import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readTraceparent } from './request-id.ts'

/** Kinds of OTLP: who is asked, who asks, and who takes a job from a queue. */
export const SPAN_KINDS = { server: 2, client: 3, consumer: 5 } as const

/** One piece of work of a trace, as it ended: names and ids, never a value of a row or a body. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: keyof typeof SPAN_KINDS
  /** Milliseconds since 1970, by a clock that only the start of the process sets. */
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly isFailed: boolean
}

/** Takes what ended; never waits and never throws. */
export type RecordSpan = (span: Span) => void

interface Active {
  readonly traceId: string
  readonly spanId: string
  readonly record: RecordSpan
}

/** The work that goes on; empty where traces are off, and then nothing is recorded. */
const active = new AsyncLocalStorage<Active>()

/** As `traceparent` says it to a bank or to a job; undefined where nothing is traced. */
export function currentTraceparent(): string | undefined {
  const now = active.getStore()
  return now && `00-${now.traceId}-${now.spanId}-01`
}

export interface SpanAbout {
  readonly name: string
  readonly kind: keyof typeof SPAN_KINDS
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** A span that is open; `run` makes it the one that further spans are children of. */
export interface OpenSpan {
  run<T>(work: () => T): T
  end(isFailed: boolean, attributes?: SpanAbout['attributes']): void
}

/** Opens a span under `parent`, or at the root of a trace. */
export function openSpan(
  record: RecordSpan,
  parent: { readonly traceId: string; readonly spanId?: string },
  { name, kind, attributes = {} }: SpanAbout,
): OpenSpan {
  const { traceId, spanId: parentId } = parent
  const spanId = randomBytes(8).toString('hex')
  const startMs = now()
  let isEnded = false
  return {
    run: (work) => active.run({ traceId, spanId, record }, work),
    end(isFailed, more = {}) {
      if (isEnded) return
      isEnded = true
      const all = { ...attributes, ...more }
      const ids = { traceId, spanId, parentId }
      record({ ...ids, name, kind, startMs, endMs: now(), attributes: all, isFailed })
    },
  }
}

const now = () => performance.timeOrigin + performance.now()

/** Work within a trace as a span of its own; where nothing is traced, the work alone. */
export async function inSpan<T>(
  about: SpanAbout,
  work: () => Promise<T>,
  hasFailed: (answer: T) => boolean = () => false,
): Promise<T> {
  const parent = active.getStore()
  if (!parent) return work()
  return runSpan(openSpan(parent.record, parent, about), work, hasFailed)
}

/** Work that a job continues: the trace of whoever enqueued it, or one of its own. */
export async function inJobSpan<T>(
  record: RecordSpan | undefined,
  traceparent: unknown,
  about: SpanAbout,
  work: () => Promise<T>,
): Promise<T> {
  if (!record) return work()
  const parent = readTraceparent(traceparent) ?? { traceId: randomBytes(16).toString('hex') }
  return runSpan(openSpan(record, parent, about), work, () => false)
}

async function runSpan<T>(
  span: OpenSpan,
  work: () => Promise<T>,
  hasFailed: (answer: T) => boolean,
): Promise<T> {
  try {
    const answer = await span.run(work)
    span.end(hasFailed(answer))
    return answer
  } catch (error) {
    span.end(true)
    throw error
  }
}
