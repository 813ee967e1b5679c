import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that listens; `close` also ends every open connection. */
export interface Listening {
  port: number
  close(): Promise<void>
}

/** What is trained on listens on loopback alone unless it is told otherwise: it has no say outside its own machine. */
const HOST = '127.0.0.1'

/** Port 0 takes a free one; fails when the port is taken. */
export async function listenTcp(
  server: Server,
  port: number,
  sockets: Set<Socket>,
): Promise<Listening> {
  await listen(server, port, HOST)
  return {
    port: portOf(server),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return closeServer(server)
    },
  }
}

/** The same for HTTP, whose server knows its connections itself. */
export async function listenHttp(
  server: HttpServer,
  port: number,
  host = HOST,
): Promise<Listening> {
  await listen(server, port, host)
  return {
    port: portOf(server),
    close: () => {
      server.closeAllConnections()
      return closeServer(server)
    },
  }
}

function listen(server: Server, port: number, host: string) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
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
