import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { readTraceparent } from './request-id.ts'
import { openSpan, type OpenSpan } from './spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

/** Each call of the API is a span: the child of its browser's, or the root of the trace that its request id names. */
export function traceCalls(app: FastifyInstance, { traces }: Services): void {
  app.decorateRequest('span', null)
  if (!traces) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    const traceId = request.id.replaceAll('-', '')
    const parent = readTraceparent(request.headers['traceparent']) ?? { traceId }
    // The pattern, never the address: queries carry names and documents.
    const name = `${request.method} ${request.routeOptions.url ?? 'other'}`
    request.span = openSpan(traces.record, parent, { name, kind: 'server' })
    done()
  })
  // The body was read in the turns of a socket, which know nothing of the request.
  app.addHook('preHandler', ({ span }, _reply, done) => (span ? span.run(done) : done()))
  app.addHook('onResponse', async ({ span, requester, refusal }, { statusCode }) => {
    span?.end(statusCode >= 500, {
      'http.response.status_code': statusCode,
      ...(requester && { 'priyomka.company': requester.company }),
      ...(refusal && { 'priyomka.refusal': refusal }),
    })
  })
}
