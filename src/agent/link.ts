import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import {
  MAX_LINK_MESSAGE,
  serverMessage,
  type AgentMessage,
  type ServerMessage,
} from '#contract/agent-link.ts'
import { agentToken } from './agent-token.ts'
import type { Clock } from './clock.ts'
import type { Identity } from './identity.ts'

export interface LinkListener {
  /** The socket is open; what is answered is sent first. */
  opened(): AgentMessage
  message(message: ServerMessage): void
}

export interface Link {
  /** False when there is no link; the message is then dropped. */
  send(message: AgentMessage): boolean
  /** As `send`, and dropped while more than 64 KB wait to leave: an old weight helps nobody. */
  sendLatest(message: AgentMessage): boolean
  stop(): Promise<void>
}

// devices.md 1.2.
const PING_MS = 10_000
const SILENCE_MS = 25_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000
const BACKLOG_BYTES = 64 * 1024
const HANDSHAKE_MS = 10_000
/** Replaced, revoked or outdated: trying again at once would only disturb. */
const LASTING_CLOSE = 4000

/** Keeps one outgoing socket to the server: dials, listens, pings and dials again. */
export function keepLink(identity: Identity, clock: Clock, listener: LinkListener): Link {
  const stopping = new AbortController()
  let socket: WebSocket | undefined
  let attempt = 0

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ended = await session()
      attempt = ended === 'worked' ? 0 : attempt + 1
      const limit =
        ended === 'lasting' ? LAST_RETRY_MS : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt)
      const wait = ended === 'lasting' ? limit : Math.random() * limit
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function session(): Promise<'worked' | 'failed' | 'lasting'> {
    const opened = await dial(identity, clock, stopping.signal)
    if (!opened) return 'failed'
    socket = opened
    const hush = watchSilence(opened)
    // A message that we do not understand is the server's mistake and ends this socket, not the agent.
    opened.on('message', (data) => {
      const message = readMessage(data as Buffer)
      if (message) listener.message(message)
      else opened.close(1008, 'unknown message')
    })
    opened.on('error', () => opened.terminate())
    send(listener.opened())
    const [code, reason] = (await once(opened, 'close')) as [number, Buffer]
    socket = undefined
    hush()
    if (code >= LASTING_CLOSE) console.error('Link closed by the server', code, reason.toString())
    return code >= LASTING_CLOSE ? 'lasting' : 'worked'
  }

  function send(message: AgentMessage): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  const running = run()
  return {
    send,
    sendLatest: (message) => (socket?.bufferedAmount ?? 0) <= BACKLOG_BYTES && send(message),
    async stop() {
      stopping.abort()
      socket?.close(1001)
      const deadline = setTimeout(() => socket?.terminate(), 1000)
      await running
      clearTimeout(deadline)
    },
  }
}

/** One try, and a second one after a 401, whose `Date` has set the clock right (devices.md 1.1). */
async function dial(
  identity: Identity,
  clock: Clock,
  signal: AbortSignal,
): Promise<WebSocket | undefined> {
  for (let tries = 0; tries < 2 && !signal.aborted; tries++) {
    const opened = await connect(identity, clock)
    if (opened !== 'unauthorised') return opened
  }
  return undefined
}

async function connect(
  identity: Identity,
  clock: Clock,
): Promise<WebSocket | 'unauthorised' | undefined> {
  const url = new URL('/api/v1/agent/link', identity.server)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const authorization = `Bearer ${await agentToken(identity, clock)}`
  const sentAt = Date.now()
  const socket = new WebSocket(url, {
    headers: { authorization },
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
  })
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      clock.learn(response.headers.date, sentAt, Date.now())
      response.destroy()
      resolve(response.statusCode === 401 ? 'unauthorised' : undefined)
    })
    socket.once('upgrade', (response: IncomingMessage) =>
      clock.learn(response.headers.date, sentAt, Date.now()),
    )
    socket.once('open', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** Ends a socket over which nothing came for 25 s; the returned function ends the watch. */
function watchSilence(socket: WebSocket): () => void {
  let heardAt = performance.now()
  const heard = () => {
    heardAt = performance.now()
  }
  socket.on('message', heard).on('ping', heard).on('pong', heard)
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) socket.terminate()
    else socket.ping()
  }, PING_MS)
  return () => clearInterval(timer)
}

function readMessage(data: Buffer): ServerMessage | undefined {
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data.toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
