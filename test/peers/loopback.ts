/**
 * What every peer stands on: a plain server of one's own on the loopback, and nothing of the
 * product. An answer may be lost after the order was taken: the connection simply ends.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface PeerRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface PeerAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** The order was taken, and its answer never reaches the other side. */
export const LOST = 'lost'

export interface Loopback {
  readonly url: string
  close(): Promise<void>
}

export type Answering = (request: PeerRequest) => PeerAnswer | typeof LOST

const sent = async (
  answering: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part as Buffer)
  }
  const answer = answering({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://peer'),
    headers: request.headers,
    body: Buffer.concat(parts).toString('utf8'),
  })
  if (answer === LOST) {
    request.socket.destroy()
    return
  }
  response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
}

export const listenOnLoopback = async (answering: Answering): Promise<Loopback> => {
  const server = createServer((request, response) => {
    sent(answering, request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') {
    throw new Error('a peer has no port')
  }
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export const json = (status: number, value: unknown): PeerAnswer => ({
  status,
  type: 'application/json',
  body: value === undefined ? '' : JSON.stringify(value),
})
