import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { linkClose, MAX_LINK_MESSAGE } from '#contract/agent-link.ts'
import type { Services } from '../../services.ts'
import { agentOf } from './agent-caller.ts'
import { everythingOffline } from './agent-queries.ts'
import { serveAgent } from './agent-session.ts'
import { hubOf } from './hub.ts'

const PATH = '/api/v1/agent/link'

/** Attaches the agents' socket: dialled by agents only, so a page's Origin is refused before anything is read. */
export function attachAgentLink(app: FastifyInstance, services: Services): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE,
    clientTracking: false,
  })
  // An agent sets its clock by the Date of every answer, the opening one included.
  sockets.on('headers', (headers) => headers.push(`Date: ${new Date().toUTCString()}`))
  app.addHook('onReady', () => everythingOffline(services.q))
  app.server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    open(app, services, sockets, request, stream, head).catch((error: unknown) => {
      app.log.error({ err: error }, 'agent link failed')
      answer(stream, 500)
    })
  })
  app.addHook('preClose', async () => {
    const links = [...hubOf(services).links]
    await Promise.all(links.map((link) => link.close(1001, 'restart')))
  })
}

async function open(
  app: FastifyInstance,
  services: Services,
  sockets: WebSocketServer,
  request: FastifyRequest['raw'],
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  if (request.url !== PATH) return answer(stream, 404)
  if (request.headers.origin !== undefined) return answer(stream, 403)
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  const agent = await agentOf(services, token)
  if (!agent) return answer(stream, 401)
  sockets.handleUpgrade(request, stream, head, (socket) => {
    if (agent.status === 'revoked') socket.close(linkClose.revoked, 'revoked')
    else serveAgent(services, agent, socket, app.log)
  })
}

const REASONS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
} as const

function answer(stream: Duplex, status: keyof typeof REASONS): void {
  stream.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nDate: ${new Date().toUTCString()}\r\n` +
      'Content-Length: 0\r\nConnection: close\r\n\r\n',
  )
}
