import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BadSettings } from '../config.ts'
import type { Services } from '../services.ts'

// One or two programs ask every few seconds; a stranger who opens more takes nothing from the product.
const MAX_SOCKETS = 8
const HEAD_MS = 5000
/** How often silent sockets are looked for; the runtime's own is half a minute. */
const ROUND_MS = 1000

export interface MetricsListener {
  readonly port: number
  close(): void
}

/** Answers `/metrics` at an address of its own, and nothing else; undefined where the settings name none. */
export async function listenForMetrics(services: Services): Promise<MetricsListener | undefined> {
  const { metrics } = services.config
  const { meters } = services.state
  if (!metrics || !meters) return undefined
  const server = createServer({
    headersTimeout: HEAD_MS,
    requestTimeout: HEAD_MS,
    connectionsCheckingInterval: ROUND_MS,
  })
  server.maxConnections = MAX_SOCKETS
  server.on('request', (request, reply) => {
    if (!isMetricsRequest(request)) return end(reply, 404)
    if (!mayRead(request, metrics.token)) return end(reply, 401, { 'www-authenticate': 'Bearer' })
    meters.metrics().then(
      (text) => end(reply, 200, { 'content-type': meters.contentType }, text),
      (error: unknown) => {
        services.log.failure({ event: 'metrics were not made' }, error)
        end(reply, 500)
      },
    )
  })
  await listen(server, metrics.host, metrics.port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new BadSettings(
      `Неверные настройки:\n  METRICS_PORT: порт ${port} занят другой программой`,
    )
  })
}

const isMetricsRequest = ({ method, url }: IncomingMessage) =>
  method === 'GET' && url?.split('?')[0] === '/metrics'

function mayRead({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function end(
  reply: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  text = '',
): void {
  reply.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(text)
}
