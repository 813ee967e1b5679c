import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import { NO_LINK, type AgentLink, type Hub } from '../link/open-hub.ts'
import { linkDelay } from '../link/link-delay.ts'
import { watchSilence } from '../watch-silence.ts'
import { peerNews, readPeer, type PeerNews, type PeerRequest } from './peer-messages.ts'

/** The way there and back, beyond what the agent itself is given. */
const WAY_MS = 500
const CLOSE_MS = 3000
const PICTURE_MS = 3000
/** The process answers from memory; a reading that had to wait longer would be old. */
const WATCH_MS = 1000

/** Another process, followed by this one through the messages about its links. */
export interface FollowedPeer {
  readonly id: string
  /** Sends a picture on to that process when it waits for it. */
  deliver(agentId: string, blobId: string, bytes: Buffer): Promise<boolean>
  close(): void
}

type Answer = Extract<PeerNews, { news: 'answer' | 'refusal' }>
type Ask<R = PeerRequest> = R extends PeerRequest ? Omit<R, 'id'> : never

/** Follows another process until its socket closes; its links stand in the hub as if they were here. */
export function followPeer(
  hub: Hub,
  id: string,
  socket: WebSocket,
  onEnd: () => void,
): FollowedPeer {
  const links = new Map<string, AgentLink>()
  const requests = peerRequests(socket)
  const { ask } = requests
  void ask({ ask: 'choose' }, WATCH_MS).catch(() => undefined)
  const late = linkDelay()
  const stopWatch = watchSilence(socket)

  const hear = (news: PeerNews) => {
    switch (news.news) {
      case 'linked': {
        const link = remoteLink(news, ask)
        links.set(news.agentId, link)
        return hub.addLink(link)
      }
      case 'unlinked':
        return drop(news.agentId)
      case 'told': {
        const link = links.get(news.agentId)
        const delayMs = late(news.sentAt)
        const { word } = news
        if (!link) return undefined
        return hub.take(
          link,
          word.type === 'weight' ? { ...word, lateMs: word.lateMs + delayMs } : word,
        )
      }
      default:
        return requests.settle(news)
    }
  }

  const drop = (agentId: string) => {
    const link = links.get(agentId)
    links.delete(agentId)
    if (link) hub.removeLink(link)
  }

  socket.on('message', (data) => {
    const news = readPeer(peerNews, String(data))
    if (news) hear(news)
  })
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    stopWatch()
    for (const agentId of links.keys()) drop(agentId)
    requests.fail()
    onEnd()
  })
  return {
    id,
    async deliver(agentId, blobId, bytes) {
      const base = { agentId, blobId }
      if (!(await ask({ ask: 'expects', ...base }, PICTURE_MS))) return false
      const jpeg = bytes.toString('base64')
      return (await ask({ ask: 'picture', ...base, jpeg }, PICTURE_MS)) === true
    },
    close: () => socket.terminate(),
  }
}

/** Pairs requests to another process with its answers. */
function peerRequests(socket: WebSocket) {
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  return {
    async ask(request: Ask, deadlineMs: number): Promise<unknown> {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      const timer = setTimeout(resolve, deadlineMs, undefined)
      waiting.set(id, resolve)
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ ...request, id }))
      else resolve(undefined)
      const answer = await promise
      clearTimeout(timer)
      waiting.delete(id)
      if (answer?.news === 'answer') return answer.body
      if (!answer) return refuse('device.offline', { message: NO_LINK, retryAfterSeconds: 2 })
      const { code, message, retryAfterSeconds } = answer
      const after = retryAfterSeconds !== undefined && { retryAfterSeconds }
      throw new Refusal(code as RefusalCode, { message, ...after })
    },
    settle: (answer: Answer) => waiting.get(answer.id)?.(answer),
    /** The socket is gone: every waiting request is rejected. */
    fail() {
      for (const settle of waiting.values()) settle(undefined)
    },
  }
}

function remoteLink(
  { agentId, companyId, siteId }: Extract<PeerNews, { news: 'linked' }>,
  ask: (request: Ask, deadlineMs: number) => Promise<unknown>,
): AgentLink {
  return {
    companyId,
    siteId,
    agentId,
    isRemote: true,
    ask: (asked, deadlineMs) =>
      ask({ ask: 'agent', agentId, asked, deadlineMs }, deadlineMs + WAY_MS) as ReturnType<
        AgentLink['ask']
      >,
    // A message to an agent that is sent without waiting is sent again when the agent reconnects.
    send: (message) => void ask({ ask: 'send', agentId, message }, CLOSE_MS).catch(() => undefined),
    watch: (deviceId) =>
      ask({ ask: 'watch', agentId, deviceId }, WATCH_MS).then(
        () => true,
        () => false,
      ),
    unwatch: (deviceId) =>
      void ask({ ask: 'unwatch', agentId, deviceId }, WATCH_MS).catch(() => undefined),
    async close(code, reason) {
      await ask({ ask: 'close', agentId, code, reason }, CLOSE_MS).catch(() => undefined)
    },
  }
}
