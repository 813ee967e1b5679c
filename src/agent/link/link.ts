import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import {
  MAX_LINK_MESSAGE,
  serverMessage,
  type AgentMessage,
  type ServerMessage,
} from '#contract/device/agent-link.ts'
import { agentToken } from './agent-token.ts'
import type { Clock } from '../clock.ts'
import type { Identity } from './identity.ts'

export interface LinkListener {
  /** The socket is open; what is answered is sent first. */
  opened(): AgentMessage
  /** The first message has left. */
  ready(): void
  message(message: ServerMessage): void
}

export interface Link {
  isUp(): boolean
  /** False when there is no link; the message is then dropped. */
  send(message: AgentMessage): boolean
  /** Same as `send`, but dropped while more than 64 KB wait to leave: an old weight is useless. */
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
/** A link that ends sooner counts as a failure, or a server that accepts and drops would be hammered. */
const STEADY_MS = 5000
/** Replaced, revoked or outdated: trying again at once would only disturb. */
const LASTING_CLOSE = 4000

/** Holds one outgoing socket to the server: connects, listens, pings and reconnects. */
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
      const wait = ended === 'lasting' ? limit : randomInt(Math.round(limit))
      // A simulator that runs faster is away for a shorter time too.
      await sleep(wait / clock.factor, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function session(): Promise<'worked' | 'failed' | 'lasting'> {
    const closed = await dial(identity, clock, stopping.signal, attend)
    if (!closed) return 'failed'
    const openedAt = performance.now()
    const { code, reason } = await closed.end
    socket = undefined
    if (code >= LASTING_CLOSE) console.error('Link closed by the server', code, reason)
    if (code >= LASTING_CLOSE) return 'lasting'
    return performance.now() - openedAt > STEADY_MS ? 'worked' : 'failed'
  }

  /** All listeners are attached before the socket opens: its first message may come in one packet with the upgrade. */
  function attend(dialled: WebSocket): void {
    dialled.on('open', () => {
      socket = dialled
      watchSilence(dialled)
      send(listener.opened())
      listener.ready()
    })
    // A message that we do not understand, besides a question, is the server's mistake and ends this socket, not the agent.
    dialled.on('message', (data) => {
      const said = readJson(data as Buffer)
      const message = serverMessage.safeParse(said)
      if (message.success) return listener.message(message.data)
      const asked = anyRequest.safeParse(said)
      if (!asked.success) return dialled.close(1008, 'unknown message')
      send({ msg: 'res', id: asked.data.id, ok: false, ...OLDER })
    })
  }

  function send(message: AgentMessage): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  const running = run()
  return {
    isUp: () => socket?.readyState === WebSocket.OPEN,
    send,
    sendLatest: (message) => (socket?.bufferedAmount ?? 0) <= BACKLOG_BYTES && send(message),
    async stop() {
      socket?.close(1001)
      stopping.abort()
      await running
    },
  }
}

/** An open socket; `end` resolves when it closes. Wrapped, so that waiting for the opening does not wait for both. */
interface Open {
  end: Promise<{ code: number; reason: string }>
}

/** One try, and a second one after a 401, whose `Date` has set the clock right (devices.md 1.1). */
async function dial(
  identity: Identity,
  clock: Clock,
  signal: AbortSignal,
  attend: (socket: WebSocket) => void,
): Promise<Open | undefined> {
  for (let tries = 0; tries < 2 && !signal.aborted; tries++) {
    const opened = await connect(identity, clock, signal, attend)
    if (opened !== 'unauthorised') return opened
  }
  return undefined
}

async function connect(
  identity: Identity,
  clock: Clock,
  signal: AbortSignal,
  attend: (socket: WebSocket) => void,
): Promise<Open | 'unauthorised' | undefined> {
  const url = new URL('/api/v1/agent/link', identity.server)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const authorization = `Bearer ${await agentToken(identity, clock)}`
  const sentAt = performance.now()
  const learn = (response: IncomingMessage) =>
    clock.learn(response.headers.date, sentAt, performance.now())
  const socket = new WebSocket(url, {
    headers: { authorization },
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
  })
  const give = () => socket.terminate()
  signal.addEventListener('abort', give, { once: true })
  attend(socket)
  const end = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      signal.removeEventListener('abort', give)
      resolve({ code, reason: reason.toString() })
    })
  })
  // An error is always followed by the close that ends this socket.
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('upgrade', learn)
    socket.once('open', () => resolve({ end }))
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      learn(response)
      socket.terminate()
      resolve(response.statusCode === 401 ? 'unauthorised' : undefined)
    })
    void end.then(() => resolve(undefined))
  })
}

/** Ends a socket over which nothing came for 25 s. */
function watchSilence(socket: WebSocket): void {
  let heardAt = performance.now()
  const noteSign = () => {
    heardAt = performance.now()
  }
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) socket.terminate()
    else socket.ping()
  }, PING_MS)
  socket.on('message', noteSign).on('ping', noteSign).on('pong', noteSign)
  socket.once('close', () => clearInterval(timer))
}

/** A question of whatever kind: one of a newer server is answered and ends nothing, since the weight goes over this socket. */
const anyRequest = z.looseObject({ msg: z.literal('req'), id: z.uuid() })
const OLDER = {
  code: 'device.not-configured',
  message: 'Программа на весах старше сервера и не знает этой команды. Обновите её',
} as const

function readJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
