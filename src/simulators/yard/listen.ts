import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that listens; `close` also ends every open connection. */
export interface Listening {
  port: number
  close(): Promise<void>
}

/** Everything in the yard listens on loopback alone: it has no say outside its own machine. */
const HOST = '127.0.0.1'

/** Port 0 takes a free one; fails when the port is taken. */
export async function listenTcp(
  server: Server,
  port: number,
  sockets: Set<Socket>,
): Promise<Listening> {
  await listen(server, port)
  return {
    port: portOf(server),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return closeServer(server)
    },
  }
}

/** The same for HTTP, whose server knows its connections itself. */
export async function listenHttp(server: HttpServer, port: number): Promise<Listening> {
  await listen(server, port)
  return {
    port: portOf(server),
    close: () => {
      server.closeAllConnections()
      return closeServer(server)
    },
  }
}

function listen(server: Server, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function portOf(server: Server) {
  return (server.address() as AddressInfo).port
}

function closeServer(server: Server) {
  return new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
  })
}
