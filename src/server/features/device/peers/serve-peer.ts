import type { WebSocket } from 'ws'
import type { ServerMessage } from '#contract/device/agent-link.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Services } from '../../../services.ts'
import { hubOf } from '../link/hub.ts'
import { NO_LINK, type AgentLink, type DeviceWord } from '../link/open-hub.ts'
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
  const watched = watchedBy()
  const tell = (agentId: string, word: DeviceWord) =>
    send({ news: 'told', agentId, word, sentAt: performance.now() })
  const leave = hubOf(services).follow({
    linked: ({ agentId, companyId, siteId }) =>
      send({ news: 'linked', agentId, companyId, siteId }),
    unlinked: ({ agentId }) => send({ news: 'unlinked', agentId }),
    told: ({ agentId }, word) => {
      if (word.type !== 'weight' || watched.has(word.deviceId)) tell(agentId, word)
    },
  })
  const performOne = (request: PeerRequest) => perform(services, request, { watched, tell })
  socket.on('message', (data) => void answer(performOne, String(data), send))
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    stopWatch()
    leave()
  })
}

interface Follower {
  readonly watched: ReturnType<typeof watchedBy>
  tell(agentId: string, word: DeviceWord): void
}

/** The scales whose weights a follower wants: all until it chooses. */
function watchedBy() {
  let chosen: Set<string> | undefined
  return {
    has: (deviceId: string) => chosen?.has(deviceId) ?? true,
    choose: () => void (chosen ??= new Set()),
    add: (deviceId: string) => void chosen?.add(deviceId),
    delete: (deviceId: string) => void chosen?.delete(deviceId),
  }
}

async function answer(
  performOne: (request: PeerRequest) => Promise<unknown>,
  text: string,
  send: (news: PeerNews) => void,
): Promise<void> {
  const request = readPeer(peerRequest, text)
  // Who asks what is not known here hears nothing and gives up at its deadline.
  if (!request) return
  try {
    const body = await performOne(request)
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

async function perform(
  services: Services,
  request: PeerRequest,
  { watched, tell }: Follower,
): Promise<unknown> {
  const { blobs, messagesOf } = hubOf(services)
  if (request.ask === 'choose') return watched.choose()
  const { agentId } = request
  switch (request.ask) {
    case 'agent':
      return ownLink(services, agentId).ask(request.asked as OutgoingRequest, request.deadlineMs)
    case 'send':
      return ownLink(services, agentId).send(request.message as ServerMessage)
    case 'close':
      return ownLink(services, agentId).close(request.code, request.reason)
    case 'watch':
      watched.add(request.deviceId)
      for (const word of messagesOf(request.deviceId)) tell(agentId, word)
      return true
    case 'unwatch':
      return watched.delete(request.deviceId)
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
