import { createServer, type Socket } from 'node:net'
import { listenTcp, type Listening } from '../listen.ts'
import { openProtocol, type IndicatorPort, type ProtocolChoice } from './protocol.ts'

/** What the server of one indicator needs to know of its post. */
export interface ScaleLine {
  choice: ProtocolChoice
  port: IndicatorPort
  /** True while the indicator says nothing, though its line is open. */
  silent(): boolean
}

/** A serial device server has few places; a seventeenth connection is hung up on. */
const MOST_CONNECTIONS = 16

/** One indicator on a TCP port; `sendSamples` is called once a sample for protocols that stream. */
export async function startScaleServer(
  line: ScaleLine,
  port: number,
): Promise<Listening & { sendSamples(): void }> {
  const sockets = new Set<Socket>()
  const streams = new Map<Socket, () => Uint8Array>()
  const server = createServer({ noDelay: true }, (socket) => {
    const session = openProtocol(line.choice, line.port)
    sockets.add(socket)
    if (session.stream) streams.set(socket, session.stream)
    socket.on('data', (chunk) => {
      const answers = session.receive(chunk as Buffer)
      if (!line.silent()) for (const answer of answers) socket.write(answer)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      streams.delete(socket)
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  return {
    ...(await listenTcp(server, port, sockets)),
    sendSamples() {
      if (line.silent()) return
      for (const [socket, stream] of streams) socket.write(stream())
    },
  }
}
