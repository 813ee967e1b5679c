import type { FastifyInstance } from 'fastify'
import type { Gates } from './admission/admit.ts'
import type { Sockets } from './admission/bound-sockets.ts'
import { answers } from './db/connection/pool.ts'
import type { Services } from './services.ts'

declare module './services.ts' {
  interface ProcessState {
    isDraining?: boolean
  }
}

/** From here on the proxy is asked to use another server, and every answer is the last of its connection (security.md 9.4). */
export function startDraining(services: Services): void {
  services.state.isDraining = true
}

/** `/healthz` tells that the process lives, `/readyz` that it can serve (security.md 9.6). */
export function serveHealth(
  app: FastifyInstance,
  services: Services,
  { gates, sockets }: { readonly gates: Gates; readonly sockets: Sockets },
): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (services.state.isDraining) void reply.header('connection', 'close')
    done()
  })
  app.get('/readyz', async (_request, reply) => {
    if (services.state.isDraining || gates.isRefusing() || sockets.areScarce())
      return reply.code(503).send({ ok: false })
    const slow = new Promise<false>((resolve) => setTimeout(() => resolve(false), 500).unref())
    const alive = await Promise.race([answers(services.q), slow])
    // The writes themselves report a disk that cannot be queried.
    const disk = await services.files.room().catch(() => 'enough' as const)
    const ok = alive && disk !== 'none'
    return reply.code(ok ? 200 : 503).send({ ok, ...(disk !== 'enough' && { disk }) })
  })
}
