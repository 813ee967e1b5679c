import type { WebSocket } from 'ws'
import type { ServerMessage } from '#contract/device/agent-link.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Services } from '../../../services.ts'
import { hubOf } from '../link/hub.ts'
import { NO_LINK, type AgentLink } from '../link/open-hub.ts'
import type { OutgoingRequest } from '../link/link-requests.ts'
import { watchSilence } from '../watch-silence.ts'
import { peerRequest, readPeer, type PeerNews, type PeerRequest } from './peer-messages.ts'

// A follower that does not read in time would fill the memory: it is disconnected and starts over.
const BACKLOG_BYTES = 4 * 1024 * 1024

/** Publishes this process's links to another process, and carries out its requests on them. */
export function servePeer(services: Services, socket: WebSocket): void {
  const send = (news: PeerNews) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > BACKLOG_BYTES) return socket.terminate()
    socket.send(JSON.stringify(news))
  }
  const stopWatch = watchSilence(socket)
  const leave = hubOf(services).follow({
    linked: ({ agentId, companyId, siteId }) =>
      send({ news: 'linked', agentId, companyId, siteId }),
    unlinked: ({ agentId }) => send({ news: 'unlinked', agentId }),
    told: ({ agentId }, word) => send({ news: 'told', agentId, word, sentAt: performance.now() }),
  })
  socket.on('message', (data) => void answer(services, String(data), send))
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    stopWatch()
    leave()
  })
}

async function answer(
  services: Services,
  text: string,
  send: (news: PeerNews) => void,
): Promise<void> {
  const request = readPeer(peerRequest, text)
  // Who asks what is not known here hears nothing and gives up at its deadline.
  if (!request) return
  try {
    const body = await perform(services, request)
    send({ news: 'answer', id: request.id, ok: true, body })
  } catch (error) {
    const known = error instanceof Refusal ? error : new Refusal('common.unavailable')
    const { retryAfterSeconds } = known.detail
    const { code, message } = known
    send({
      news: 'refusal',
      id: request.id,
      code,
      message,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
}

async function perform(services: Services, request: PeerRequest): Promise<unknown> {
  const { blobs } = hubOf(services)
  const { agentId } = request
  switch (request.ask) {
    case 'agent':
      return ownLink(services, agentId).ask(request.asked as OutgoingRequest, request.deadlineMs)
    case 'send':
      return ownLink(services, agentId).send(request.message as ServerMessage)
    case 'close':
      return ownLink(services, agentId).close(request.code, request.reason)
    case 'expects':
      return blobs.isExpected(agentId, request.blobId)
    case 'picture':
      return blobs.deliver(agentId, request.blobId, Buffer.from(request.jpeg, 'base64'))
  }
}

/** A request never goes round: what is not held here has left. */
function ownLink(services: Services, agentId: string): AgentLink {
  const { links } = hubOf(services)
  const own = links.values().find((link) => !link.isRemote && link.agentId === agentId)
  return own ?? refuse('device.offline', { message: NO_LINK, retryAfterSeconds: 2 })
}
