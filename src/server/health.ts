import type { FastifyInstance } from 'fastify'
import { answers } from './db/pool.ts'
import type { Services } from './services.ts'

/** `/healthz` tells that the process lives, `/readyz` that it can serve (security.md 9.6). */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const slow = new Promise<false>((resolve) => setTimeout(() => resolve(false), 500).unref())
    const alive = await Promise.race([answers(services.q), slow])
    return reply.code(alive ? 200 : 503).send({ ok: alive })
  })
}
