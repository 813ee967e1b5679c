import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../services.ts'
import { peersOf } from './peers.ts'

/** This process makes itself known to the others of the installation while it listens. */
export function attachPeers(app: FastifyInstance, services: Services): void {
  const peers = peersOf(services)
  app.addHook('onReady', () => peers.begin())
  app.addHook('onListen', () => peers.meet(addressOf(app, services), app.log))
  // After the agents' links, whose end is written down under this process's name.
  app.addHook('preClose', () => peers.end())
}

/** What `PEER_URL` says, or where this process listens when the others are on the same machine. */
function addressOf(app: FastifyInstance, { config }: Services): string {
  const { port } = app.server.address() as AddressInfo
  return config.peerUrl ?? `http://127.0.0.1:${port}`
}
