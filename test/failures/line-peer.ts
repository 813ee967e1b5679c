import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The other end of a network line: `talk` is what it does on each connection. */
export async function listenOnLine(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const connections: number[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    connections.push(performance.now())
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    transport: { type: 'tcp', host: '127.0.0.1', port } as const,
    connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
