import type { FastifyInstance } from 'fastify'
import { uuidv7 } from '../db/uuid.ts'

/** Version, trace, span and flags of W3C Trace Context; a trace or a span of zeros is none. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/

/** The trace and the span that a caller says its request belongs to. */
export function readTraceparent(
  header: unknown,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  return traceId && spanId ? { traceId, spanId } : undefined
}

/**
 * One id names a request in the browser, in the log, in its refusal and in its trace: the caller's trace id, or a new one. A caller can
 * give two requests the same id and so confuse its own lines; nothing is decided by it (security.md 7.4).
 */
export function requestIdOf(header: unknown): string {
  const { traceId } = readTraceparent(header) ?? {}
  return traceId?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? uuidv7()
}

/** Every answer of the API says the id of its request, a refusal among them: screens show it for the administrator. */
export function sayRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) void reply.header('x-request-id', request.id)
    done()
  })
}
