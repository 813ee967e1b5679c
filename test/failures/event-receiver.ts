import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the receiver of events saw it. */
export interface ReceivedEvent {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly path: string
  readonly text: string
}

/** What a receiver does with a request that it has read to its end; undefined answers 204. */
export type Reaction = (...given: Parameters<RequestListener>) => void

/** A program on this machine that takes events; each request is stored before it is answered. */
export async function openReceiver(first?: Reaction, makeServer: () => Server = createServer) {
  const received: ReceivedEvent[] = []
  let react = first
  const server = makeServer()
  server.on('request', (request: IncomingMessage, response) => {
    void readText(request).then((text) => {
      const { headers, url: path = '' } = request
      received.push({ id: String(headers['webhook-id']), headers, path, text })
      if (react) react(request, response)
      else response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/events`,
    received,
    reactWith(reaction: Reaction | undefined) {
      react = reaction
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
