import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#http/refusal.ts'

export interface SocketBounds {
  /** Sockets in all, agents' links not counted. */
  readonly sockets: number
  /** Sockets of one address that is not a trusted proxy, so that a single client cannot take all places. */
  readonly socketsOfAddress: number
}

/** What callers hold open. */
export interface Sockets {
  /** So many that a proxy had better use another process: `/readyz` tells it. */
  areScarce(): boolean
}

// The rest is for those who are connected already and open one more.
const SCARCE_SHARE = 0.9
// Beyond the bound a few more are let in to be told so; each of them takes a descriptor too.
const TOLD_SHARE = 0.05
const TOLD_LEAST = 16
/** One that is let in to be told asks soon, or was opened in advance. */
const TOLD_MS = 5000
const LINE_EVERY_MS = 60_000
const RETRY_S = 5

/**
 * Bounds what is held open before the process runs out of descriptors: beyond the bound a request is refused with 503, one line a minute in
 * the log says how many were.
 */
export function boundSockets(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  bounds: SocketBounds,
): Sockets {
  const proxies = proxyList(trustedProxies)
  const open = countHolders()
  const leaves = new WeakMap<object, () => void>()
  const told = new Set<Socket>()
  const tell = refusalLine(app, bounds.sockets)
  const mostTold = Math.max(TOLD_LEAST, bounds.sockets * TOLD_SHARE)
  let total = 0

  const letInToBeTold = (socket: Socket) => {
    tell()
    if (told.size >= mostTold) return void socket.destroy()
    told.add(socket)
    const timer = setTimeout(() => socket.destroy(), TOLD_MS)
    const leave = () => {
      clearTimeout(timer)
      told.delete(socket)
    }
    leaves.set(socket, leave)
    socket.once('close', leave)
  }
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const isProxy = proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (!isProxy && open.of(address) >= bounds.socketsOfAddress) return void socket.destroy()
    if (total >= bounds.sockets) return letInToBeTold(socket)
    total++
    const leave = open.add(address)
    const leaveOnce = () => {
      if (!leaves.delete(socket)) return
      total--
      leave()
    }
    leaves.set(socket, leaveOnce)
    socket.once('close', leaveOnce)
  })
  // An agent's link is authorized by its token and stays open for days.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => leaves.get(socket)?.())
  app.addHook('onRequest', (request, reply, done) => {
    if (!told.has(request.raw.socket)) return done()
    void reply.header('connection', 'close')
    done(new Refusal('common.overloaded', { retryAfterSeconds: RETRY_S }))
  })
  return { areScarce: () => total >= bounds.sockets * SCARCE_SHARE }
}

/** Says at the first refusal, and then once a minute while there are more. */
function refusalLine({ log }: FastifyInstance, most: number): () => void {
  let refused = 0
  let saidAt = -LINE_EVERY_MS
  return () => {
    refused++
    const now = performance.now()
    if (now - saidAt < LINE_EVERY_MS) return
    log.warn({ refused, most }, 'connections are refused: MAX_SOCKETS are open')
    refused = 0
    saidAt = now
  }
}

/** Counts holders by key; adding returns the function that removes the holder, once. */
export function countHolders() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string): () => void {
      let isOver = false
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return () => {
        if (isOver) return
        isOver = true
        const left = counts.get(key)! - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

function proxyList(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of addresses) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
