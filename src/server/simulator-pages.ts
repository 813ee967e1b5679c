import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** In the demo two addresses lead to the pages of the simulators, whose ports are others at each installation. */
export function leadToSimulators(app: FastifyInstance, { yardUrl, bankPageUrl }: Config): void {
  // The station's badge «Учебная площадка» opens the page that sends trucks.
  if (yardUrl) app.get('/training-yard', (_request, reply) => reply.redirect(yardUrl))
  // The badge «УЧЕБНЫЙ БАНК» of a payment opens the bank's ledger, its faults and its files.
  if (bankPageUrl) app.get('/training-bank', (_request, reply) => reply.redirect(bankPageUrl))
}
