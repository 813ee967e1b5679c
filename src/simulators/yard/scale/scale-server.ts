import { createServer, type Socket } from 'node:net'
import { listenTcp, type Listening } from '../../listen.ts'
import type { Random } from '../random.ts'
import { BYTES_A_SAMPLE, MOST_STALLED, SLOW_MS, spoil } from './line-faults.ts'
import { openProtocol, type ProtocolChoice } from './formats.ts'
import type { IndicatorPort } from './protocol-session.ts'

/** What the server of one indicator needs to know of its post. */
export interface ScaleLine {
  choice: ProtocolChoice
  port: IndicatorPort
  /** Of the line and of the rest of the post; they may change at any moment. */
  faults: ReadonlySet<string>
  random: Random
  /** How many times faster than the wall the yard's clock goes. */
  speed(): number
}

/** A serial device server has few places; a seventeenth connection is hung up on. */
const MOST_CONNECTIONS = 16

/** One indicator on a TCP port; `sendSamples` is called once a sample for protocols that stream. */
export async function startScaleServer(
  line: ScaleLine,
  port: number,
): Promise<Listening & { sendSamples(): void }> {
  const sockets = new Set<Socket>()
  const senders = new Map<Socket, ReturnType<typeof createSender>>()
  const streams = new Map<Socket, () => Uint8Array>()
  const server = createServer({ noDelay: true }, (socket) => {
    if (line.faults.has('no_link')) {
      socket.destroy()
      return
    }
    const session = openProtocol(line.choice, line.port)
    const sender = createSender(line, socket)
    sockets.add(socket)
    senders.set(socket, sender)
    if (session.stream) streams.set(socket, session.stream)
    socket.on('data', (chunk) => {
      for (const answer of session.receive(chunk as Buffer)) sender.send(answer)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      senders.delete(socket)
      streams.delete(socket)
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  const keepBack = createBacklog(line, sockets)
  return {
    ...(await listenTcp(server, port, sockets)),
    sendSamples() {
      if (line.faults.has('no_link')) for (const socket of sockets) socket.destroy()
      for (const sender of senders.values()) sender.release()
      if (keepBack()) return
      for (const [socket, stream] of streams) senders.get(socket)?.send(stream())
    },
  }
}

/**
 * A serial device server whose network is cut off: it buffers what the indicator streams, and sends it as fast as 9600 baud
 * carry it once there is a client again. True while nothing passes.
 */
function createBacklog({ choice, port, faults }: ScaleLine, sockets: ReadonlySet<Socket>) {
  const { stream } = openProtocol(choice, port)
  let backlog = Buffer.alloc(0)
  return (): boolean => {
    if (!stream || (backlog.length === 0 && !faults.has('backlog'))) return false
    const frame = stream()
    if (backlog.length + frame.length <= MOST_STALLED) backlog = Buffer.concat([backlog, frame])
    if (faults.has('backlog') || sockets.size === 0) return true
    for (const socket of sockets) socket.write(backlog.subarray(0, BYTES_A_SAMPLE))
    backlog = backlog.subarray(BYTES_A_SAMPLE)
    return true
  }
}

/** Sends through whatever is wrong with the line at this moment. */
function createSender({ faults, random, speed }: ScaleLine, socket: Socket) {
  let stalled: Uint8Array[] = []
  let stalledBytes = 0
  const write = (bytes: Uint8Array) => {
    if (!socket.destroyed) socket.write(bytes)
  }
  return {
    send(frame: Uint8Array) {
      if (faults.has('silence')) return
      const bytes = spoil(frame, faults, random)
      if (bytes.length === 0) return
      if (faults.has('stall')) {
        stalledBytes += bytes.length
        if (stalledBytes <= MOST_STALLED) stalled.push(bytes)
      } else if (faults.has('slow_link')) setTimeout(write, SLOW_MS / speed(), bytes)
      else write(bytes)
    },
    /** Once the stall is over everything that was held back comes together. */
    release() {
      if (stalled.length === 0 || faults.has('stall')) return
      write(Buffer.concat(stalled))
      stalled = []
      stalledBytes = 0
    },
  }
}
