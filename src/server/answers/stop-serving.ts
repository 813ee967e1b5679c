import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { stopListening } from '../admission/listen-wide.ts'
import { startDraining } from '../health.ts'
import type { Services } from '../services.ts'

// Time for a proxy to notice and for open connections to end by themselves.
const DRAIN_MS = 1500
// A connection that came says what it wants within this, or it was opened in advance by a browser.
const SILENT_MS = 4000
// A request that came in part gets the time of a slow line; then it is a stranger's that will never be whole.
const HALF_SENT_MS = 10_000
// A turn of the event loop as short as this had read everything that lay in the sockets.
const SHORT_TURN_MS = 0.5
// The pause since the last new connection after which the next is not expected in the same moment.
const CALM_MS = 10
// Under a load that leaves no calm moment the door is closed all the same.
const CALM_WAIT_MS = 5000

type Socket = FastifyRequest['raw']['socket']

interface Connection {
  /** Requests of it that are not answered yet. */
  unanswered: number
  /** What it had sent when its last answer ended; more is the beginning of the next request. */
  readBefore: number
  hasAsked: boolean
}

interface Listener {
  readonly connections: Map<Socket, Connection>
  openedAt: number
}

const listeners = new WeakMap<FastifyInstance, Listener>()

/**
 * Knows from here on what each connection waits for. A server that closes ends its idle connections, and Node counts as
 * idle those too that were accepted a moment ago and whose request is on its way: here only answered ones are.
 */
export function watchConnections(app: FastifyInstance): void {
  const { server } = app
  const door: Listener = { connections: new Map(), openedAt: -CALM_MS }
  const { connections } = door
  listeners.set(app, door)
  server.on('connection', (socket) => {
    door.openedAt = performance.now()
    connections.set(socket, { unanswered: 0, readBefore: 0, hasAsked: false })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.unanswered++
    connection.hasAsked = true
    response.once('close', () => {
      connection.unanswered--
      connection.readBefore = socket.bytesRead
    })
  })
  server.on('upgrade', ({ socket }) => void connections.delete(socket))
  server.closeIdleConnections = () => endConnections(door, isIdle)
}

/** How many connections of callers are open, agents' sockets not counted. */
export const openConnections = (app: FastifyInstance): number =>
  listeners.get(app)!.connections.size

function endConnections(door: Listener, isDue: (socket: Socket, its: Connection) => boolean): void {
  for (const [socket, its] of door.connections) if (isDue(socket, its)) socket.destroy()
}

/** Ends the connections that never said anything: browsers and Node's `fetch` open some in advance. */
export function endSilentConnections(app: FastifyInstance): void {
  endConnections(listeners.get(app)!, ({ bytesRead }) => bytesRead === 0)
}

const isIdle = ({ bytesRead }: Socket, { hasAsked, unanswered, readBefore }: Connection) =>
  hasAsked && unanswered === 0 && bytesRead === readBefore

/**
 * Ends the server without losing an answer: the proxy sees it unready, each answer is the last of its connection, accepted
 * requests are answered, and the kernel refuses new connections (security.md 9.4).
 */
export async function stopServing(app: FastifyInstance, services: Services): Promise<void> {
  startDraining(services)
  // The demo has no proxy in front, and the person who pressed Ctrl-C is waiting.
  if (!services.config.demo) await pause(DRAIN_MS)
  const door = listeners.get(app)!
  await calmMoment(door)
  // At once after a poll of the kernel: what waits to be accepted or read when a socket closes is reset by it.
  stopListening(app)
  const endUnfinished = () => endConnections(door, (_, { unanswered }) => unanswered === 0)
  const timers = [
    afterReading(() => endSilentConnections(app), SILENT_MS),
    afterReading(endUnfinished, HALF_SENT_MS),
  ]
  await app.close()
  for (const timer of timers) clearTimeout(timer)
}

/** Resolves right after everything that the kernel had for this process was taken in, when little of it came. */
async function calmMoment(door: Listener): Promise<void> {
  const latest = performance.now() + CALM_WAIT_MS
  for (let before = performance.now(); ;) {
    await turn()
    const now = performance.now()
    const isCalm = now - before < SHORT_TURN_MS && now - door.openedAt > CALM_MS
    if (isCalm || now > latest) return
    before = now
  }
}

/** A process that stood still runs its timers before it reads: what came meanwhile is taken in first. */
function afterReading(end: () => void, ms: number): NodeJS.Timeout {
  return setTimeout(
    () =>
      void turn()
        .then(() => turn())
        .then(end),
    ms,
  )
}
