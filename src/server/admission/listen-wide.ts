import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The event loop accepts one connection of each listening socket in a turn. Under load a turn takes tens of milliseconds,
 * so with one socket new clients wait for seconds before anything of ours can refuse them (docs/decisions/0033).
 */
const LISTENERS = 32
// A connection turns idle with its last answer.
const IDLE_ROUND_MS = 50
// Only these share a port between sockets so that each gets its part.
const SHARING = new Set(['linux', 'freebsd'])

/** The sockets of a server beside its own. */
const listening = new WeakMap<FastifyInstance, Server[]>()

/** Ends all listening sockets of a server in one turn; what they accepted goes on. */
export function stopListening(app: FastifyInstance): void {
  app.server.close()
  for (const one of listening.get(app) ?? []) one.close()
}

/** Listens like `app.listen`, with enough sockets that a busy event loop still accepts new clients. */
export async function listenWide(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  listeners = SHARING.has(process.platform) ? LISTENERS : 1,
): Promise<void> {
  // A shared port is not refused to a second server of this product, so it is first opened unshared: EADDRINUSE is reported
  // here.
  const alone = await listen(createServer(), { host, port })
  const found = alone.address() as AddressInfo
  alone.close()
  await once(alone, 'close')
  if (listeners === 1) return void (await app.listen({ host, port: found.port }))
  const more: Server[] = []
  listening.set(app, more)
  app.addHook('preClose', async () => stopListening(app))
  app.addHook('onClose', () => answerWhatCame(app, more))
  const shared = { host, port: found.port, reusePort: true }
  await app.listen(shared)
  for (let i = 1; i < listeners; i++) {
    // As the server of HTTP makes its own sockets.
    const one = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    more.push(await listen(one, shared))
  }
}

async function listen(
  server: Server,
  options: { host: string; port: number; reusePort?: boolean },
): Promise<Server> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

/** The server of HTTP waits at its end for the sockets that it accepted itself; these came by the others. */
async function answerWhatCame(app: FastifyInstance, more: readonly Server[]): Promise<void> {
  let open = more.length
  const ended = new Promise<void>((resolve) => {
    for (const one of more)
      one.getConnections((_error, count) => {
        const end = () => --open === 0 && resolve()
        if (count === 0) end()
        else one.once('close', end)
      })
  })
  const closing = setInterval(() => app.server.closeIdleConnections(), IDLE_ROUND_MS)
  app.server.closeIdleConnections()
  await ended
  clearInterval(closing)
}
