import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#http/refusal.ts'
import { hasBody } from '#http/register.ts'
import { addressBlock } from '../auth/limits/address.ts'
import { boundSockets, countHolders, type SocketBounds, type Sockets } from './bound-sockets.ts'

/** What clients may hold open before anything of theirs is authorized. */
export interface ArrivalBounds extends SocketBounds {
  /** Requests of one address whose bodies are still on their way: an office sends a few at once. */
  readonly bodiesOfAddress: number
  /** The whole of a JSON body; uploads have the server's `requestTimeout`. */
  readonly bodyMs: number
  /** The rest of a body whose request is answered already: its client shall still read the answer. */
  readonly lingerMs: number
}

export const ARRIVAL_BOUNDS: Omit<ArrivalBounds, 'sockets'> = {
  socketsOfAddress: 256,
  bodiesOfAddress: 64,
  bodyMs: 15_000,
  lingerMs: 10_000,
}

/** Deadlines and bounds of what is not yet a request: half-sent heads and bodies, sockets that say nothing. */
export function boundArrivals(
  app: FastifyInstance,
  trustedProxies: readonly string[],
  bounds: ArrivalBounds,
): Sockets {
  const sockets = boundSockets(app, trustedProxies, bounds)
  const arriving = countHolders()
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
  return sockets
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
