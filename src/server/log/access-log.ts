import type { FastifyInstance } from 'fastify'
import type { CallSpec } from '#contract/core/call.ts'
import type { Services } from '../services.ts'

/** Who a request turned out to be; set as soon as the session is known, so that refused requests name it too. */
export interface Requester {
  readonly person: string
  readonly company: string
}

declare module 'fastify' {
  interface FastifyRequest {
    requester: Requester | null
  }
}

/** One line for every request of the API when its answer has ended, and a security event when access was refused. */
export function logAccess(
  app: FastifyInstance,
  { log }: Services,
  calls: readonly CallSpec[],
): void {
  const polls = new Set(calls.filter(({ use }) => use === false).map(nameOf))
  app.decorateRequest('requester', null)
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const call = request.routeOptions.url ?? null
    const { method, requester, refusal } = request
    const line = {
      method,
      call,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      company: requester?.company ?? null,
      person: requester?.person ?? null,
      request: request.id,
      address: request.ip,
    }
    const isPoll = reply.statusCode < 400 && polls.has(`${method} ${call}`)
    log.access({ ...line, ...(refusal && { code: refusal }) }, isPoll)
    if (refusal !== 'access.denied') return
    const { person, company, address } = line
    log.security({ event: refusal, person, company, address, request: request.id })
  })
}

function nameOf({ method, path }: CallSpec): string {
  return `${method} ${path}`
}
