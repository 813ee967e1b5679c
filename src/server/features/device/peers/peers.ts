import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { WebSocket } from 'ws'
import type { Services } from '../../../services.ts'
import { keyedHash } from '../../../storage/encryption.ts'
import { hubOf } from '../link/hub.ts'
import { followPeer, type FollowedPeer } from './follow-peer.ts'
import { MAX_PEER_MESSAGE, PEER_PATH } from './peer-listener.ts'
import { processOf } from './process.ts'
import { servePeer } from './serve-peer.ts'
import * as queries from './process-queries.ts'

const PULSE_MS = 5000
const DIAL_MS = 3000

/** The other processes of this installation. */
export interface Peers {
  readonly tokens: PeerTokens
  /** Sends a picture that arrived here to the process that requested it. */
  deliver(agentId: string, blobId: string, bytes: Buffer): Promise<boolean>
  /** Written down, so that links may name it. */
  begin(): Promise<void>
  /** Tells the others where this process is reached, and follows all that are there. */
  meet(address: string, log: FastifyBaseLogger): Promise<void>
  /** Settled once those are followed that were there at the start. */
  readonly met: Promise<void>
  /** An unknown process has connected: follows it if it is not followed yet. */
  look(): Promise<void>
  /** Publishes this process's links to another process until its socket closes. */
  serve(socket: WebSocket): void
  end(): Promise<void>
}

declare module '../../../services.ts' {
  interface ProcessState {
    peers?: Peers
  }
}

export function peersOf(services: Services): Peers {
  return (services.state.peers ??= openPeers(services))
}

function openPeers(services: Services): Peers {
  const { q } = services
  const own = processOf(services)
  const hub = hubOf(services)
  const tokens = peerTokens(() => services.tokenKeys.accepted().map(({ seed }) => seed))
  const followed = new Map<string, FollowedPeer>()
  const dialling = new Set<string>()
  const served = new Set<WebSocket>()
  const met = Promise.withResolvers<void>()
  let pulse: NodeJS.Timeout | undefined
  let ended = false

  const dial = async ({ id, address }: queries.KnownProcess) => {
    if (ended || address === null || followed.has(id) || dialling.has(id)) return
    dialling.add(id)
    await reach(address, tokens.make(own, id), (socket) => {
      const peer = followPeer(hub, id, socket, () => followed.delete(id))
      followed.set(id, peer)
      if (ended) peer.close()
    }).finally(() => dialling.delete(id))
  }
  const look = async () => {
    const others = await queries.otherProcesses(q, own)
    await Promise.all(others.map(dial))
  }
  const live = async (address: string) => {
    if (!(await queries.keepAlive(q, own))) await returnToLife(services, address)
    await queries.leaveDeadLinks(q)
    await look()
  }

  return {
    tokens,
    look,
    met: met.promise,
    async deliver(agentId, blobId, bytes) {
      for (const peer of followed.values()) {
        const taken = await peer.deliver(agentId, blobId, bytes).catch(() => false)
        if (taken) return true
      }
      return false
    },
    async begin() {
      await queries.leaveDeadLinks(q)
      await queries.insertProcess(q, { id: own, address: null })
    },
    async meet(address, log) {
      const warn = (error: unknown) => log.warn({ err: error }, 'peers not reached')
      const beat = () => {
        if (ended) return
        pulse = setTimeout(() => void live(address).catch(warn).finally(beat), PULSE_MS).unref()
      }
      await queries.takeAddress(q, own, address).then(look).catch(warn)
      met.resolve()
      beat()
    },
    serve(socket) {
      served.add(socket)
      socket.once('close', () => served.delete(socket))
      servePeer(services, socket)
    },
    async end() {
      ended = true
      clearTimeout(pulse)
      for (const peer of followed.values()) peer.close()
      for (const socket of served) socket.terminate()
      await queries.deleteProcess(q, own)
    },
  }
}

// Two machines' clocks differ by less; a token that was overheard opens nothing later.
const LIFE_MS = 60_000
const USED_MOST = 10_000

interface PeerTokens {
  /** What `from` shows to `to`: `from.time.nonce.mac`, opens one connection. */
  make(from: string, to: string): string
  /** The id of the process that made the token, undefined when it proves nothing to `to` or was used before. */
  prove(token: string, to: string): string | undefined
}

/** Tokens by which processes of one installation recognise each other: all of them have the same secrets, the first of which makes them. */
function peerTokens(secrets: () => readonly Buffer[], now: () => number = Date.now): PeerTokens {
  const used = new Map<string, number>()
  const macsOf = (text: string, to: string) =>
    secrets().map((secret) =>
      createHmac('sha256', keyedHash(secret, 'peer link'))
        .update(`${text}\0${to}`)
        .digest('base64url'),
    )

  const isFirstUse = (mac: string) => {
    for (const [known, at] of used) {
      if (now() - at < 2 * LIFE_MS && used.size < USED_MOST) break
      used.delete(known)
    }
    if (used.has(mac)) return false
    used.set(mac, now())
    return true
  }

  return {
    make(from, to) {
      const text = `${from}.${now()}.${randomUUID()}`
      return `${text}.${macsOf(text, to)[0]}`
    },
    prove(token, to) {
      const parts = token.split('.')
      const [from, at, nonce, mac] = parts
      if (parts.length !== 4 || !from || !at || !nonce || !mac) return undefined
      const given = Buffer.from(mac)
      const isProved = macsOf(`${from}.${at}.${nonce}`, to).some((expected) => {
        const bytes = Buffer.from(expected)
        return bytes.length === given.length && timingSafeEqual(bytes, given)
      })
      if (!isProved) return undefined
      if (!(Math.abs(now() - Number(at)) <= LIFE_MS)) return undefined
      return isFirstUse(mac) ? from : undefined
    },
  }
}

/** The others took this process for dead, with its links: agents that reconnect are announced to all again. */
async function returnToLife(services: Services, address: string): Promise<void> {
  await queries.insertProcess(services.q, { id: processOf(services), address })
  for (const link of hubOf(services).links) if (!link.isRemote) await link.close(1001, 'restart')
}

/** Dials another process; `met` runs before the first word of it comes, or not at all when it is not there. */
function reach(address: string, token: string, met: (socket: WebSocket) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}${PEER_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: DIAL_MS,
    perMessageDeflate: false,
    maxPayload: MAX_PEER_MESSAGE,
  })
  socket.once('open', () => {
    met(socket)
    resolve()
  })
  socket.once('error', () => resolve())
  return promise
}
