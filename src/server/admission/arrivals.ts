import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6, Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#http/refusal.ts'
import { hasBody } from '#http/register.ts'
import { addressBlock } from '../auth/limits/address.ts'

/** What clients may hold open before anything of theirs is authorized. */
export interface ArrivalBounds {
  /** Sockets in all, agents' links not counted. */
  readonly sockets: number
  /** Sockets of one address that is not a trusted proxy, so that a single client cannot take all places. */
  readonly socketsOfAddress: number
  /** Requests of one address whose bodies are still on their way: an office sends a few at once. */
  readonly bodiesOfAddress: number
  /** The whole of a JSON body; uploads have the server's `requestTimeout`. */
  readonly bodyMs: number
  /** The rest of a body whose request is answered already: its client shall still read the answer. */
  readonly lingerMs: number
}

export const ARRIVAL_BOUNDS: ArrivalBounds = {
  sockets: 1000,
  socketsOfAddress: 256,
  bodiesOfAddress: 64,
  bodyMs: 15_000,
  lingerMs: 10_000,
}

/** Deadlines and bounds of what is not yet a request: half-sent heads and bodies, sockets that say nothing. */
export function boundArrivals(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  bounds: ArrivalBounds = ARRIVAL_BOUNDS,
): void {
  boundSockets(app, proxyList(trustedProxies), bounds)
  const arriving = counter()
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    const address = addressBlock(request.ip)
    closeAfterAnswer(request, reply, bounds.lingerMs)
    if (arriving.of(address) >= bounds.bodiesOfAddress)
      return done(new Refusal('common.too-many', { retryAfterSeconds: 5 }))
    const arrived = arriving.add(address)
    request.raw.once('end', arrived).once('close', arrived)
    // Answered before it came: what lingers is bounded by the sockets.
    reply.raw.once('finish', arrived)
    if (!isUpload(request)) endSlowBody(app, request, bounds.bodyMs)
    done()
  })
}

function isUpload({ headers }: FastifyRequest): boolean {
  return /^(image\/jpeg|multipart\/form-data)/i.test(headers['content-type'] ?? '')
}

/** A body that does not come ends in the words of the server's own deadlines. */
function endSlowBody(app: FastifyInstance, { raw }: FastifyRequest, bodyMs: number): void {
  // A request made within the process has no connection on which it could be slow.
  if (!(raw.socket instanceof Socket)) return
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    app.server.emit('clientError', error, raw.socket)
  }, bodyMs)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Refused before its body came: the client may send the rest for a while, and then its connection ends. */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply, lingerMs: number): void {
  reply.raw.once('finish', () => {
    if (raw.readableEnded) return
    // A reader of forms that nobody reads from any more would keep all of it.
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => raw.destroy(), lingerMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}

function boundSockets(app: FastifyInstance, proxies: BlockList, bounds: ArrivalBounds): void {
  const open = counter()
  let total = 0
  const leaves = new WeakMap<object, () => void>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const isProxy = proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    const isOver = !isProxy && open.of(address) >= bounds.socketsOfAddress
    if (total >= bounds.sockets || isOver) return void socket.destroy()
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
  app.server.on('upgrade', (request: IncomingMessage) => leaves.get(request.socket)?.())
}

/** Counts holders by key; adding returns the function that removes the holder, once. */
function counter() {
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
