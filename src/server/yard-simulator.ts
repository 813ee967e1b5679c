import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** In the demo the station's badge «Учебная площадка» opens the page that sends trucks: its port is another at each yard. */
export function leadToYard(app: FastifyInstance, { yardUrl }: Config): void {
  if (yardUrl) app.get('/training-yard', (_request, reply) => reply.redirect(yardUrl))
}
