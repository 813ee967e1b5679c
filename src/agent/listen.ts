import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that is listening; `port` is the real one where any was asked for. */
export interface Listening {
  readonly port: number
  close(): Promise<void>
}

const REQUEST_MS = 10_000

/** Opens a server in the site's own network, bounded in connections and in the time of a request. */
export async function listen(
  server: Server,
  at: { port: number; host: string },
  maxConnections: number,
): Promise<Listening> {
  server.maxConnections = maxConnections
  server.requestTimeout = REQUEST_MS
  server.listen(at.port, at.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
