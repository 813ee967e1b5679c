import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { linkClose, MAX_LINK_MESSAGE } from '#contract/device/agent-link.ts'
import { isDatabaseAway } from '#http/error-answer.ts'
import type { Services } from '../../../services.ts'
import { agentOf } from './agent-caller.ts'
import { serveAgent } from './agent-session.ts'
import { hubOf } from './hub.ts'
import { attachPeers } from '../peers/attach-peers.ts'
import { MAX_PEER_MESSAGE, PEER_PATH } from '../peers/peer-listener.ts'
import { peersOf } from '../peers/peers.ts'
import { processOf } from '../peers/process.ts'

const PATH = '/api/v1/agent/link'

/** Attaches the agents' socket and the one between processes: a page's Origin is refused before anything is read. */
export function attachAgentLink(app: FastifyInstance, services: Services): void {
  const doors = new Map([
    [PATH, agentListener(app, services)],
    [PEER_PATH, peerListener(app, services)],
  ])
  let isClosing = false
  app.server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    // A socket that arrived now would never be closed, and the server waits for all of them.
    if (isClosing) return answer(stream, 503)
    open(doors.get(request.url ?? ''), () => isClosing, request, stream, head).catch(
      (error: unknown) => {
        app.log.error({ err: error }, 'agent link failed')
        answer(stream, isDatabaseAway(error) ? 503 : 500)
      },
    )
  })
  app.addHook('preClose', async () => {
    isClosing = true
    const links = [...hubOf(services).links].filter((link) => !link.isRemote)
    await Promise.all(links.map((link) => link.close(1001, 'restart')))
  })
  attachPeers(app, services)
}

/** What serves one address: `admit` returns the handler for the bearer of a token, undefined for an invalid token. */
interface SocketListener {
  readonly sockets: WebSocketServer
  admit(token: string): Promise<((socket: WebSocket) => void) | undefined>
}

function agentListener(app: FastifyInstance, services: Services): SocketListener {
  return {
    sockets: socketServer(MAX_LINK_MESSAGE),
    async admit(token) {
      const agent = await agentOf(services, token)
      if (!agent) return undefined
      if (agent.status === 'revoked') return (socket) => socket.close(linkClose.revoked, 'revoked')
      return (socket) => serveAgent(services, agent, socket, app.log)
    },
  }
}

function peerListener(app: FastifyInstance, services: Services): SocketListener {
  const peers = peersOf(services)
  return {
    sockets: socketServer(MAX_PEER_MESSAGE),
    async admit(token) {
      if (peers.tokens.prove(token, processOf(services)) === undefined) return undefined
      return (socket) => {
        peers.serve(socket)
        // The process that connected first is followed in turn, so that both know each other from now on.
        peers.look().catch((error: unknown) => app.log.warn({ err: error }, 'peers not reached'))
      }
    },
  }
}

function socketServer(maxPayload: number): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload,
    clientTracking: false,
  })
  // An agent sets its clock by the Date of every answer, the opening one included.
  sockets.on('headers', (headers) => headers.push(`Date: ${new Date().toUTCString()}`))
  return sockets
}

async function open(
  door: SocketListener | undefined,
  isClosing: () => boolean,
  request: FastifyRequest['raw'],
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  if (!door) return answer(stream, 404)
  if (request.headers.origin !== undefined) return answer(stream, 403)
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
  const serve = token === undefined ? undefined : await door.admit(token)
  if (!serve) return answer(stream, 401)
  if (isClosing()) return answer(stream, 503)
  door.sockets.handleUpgrade(request, stream, head, serve)
}

const REASONS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const

function answer(stream: Duplex, status: keyof typeof REASONS): void {
  stream.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nDate: ${new Date().toUTCString()}\r\n` +
      'Content-Length: 0\r\nConnection: close\r\n\r\n',
  )
}
