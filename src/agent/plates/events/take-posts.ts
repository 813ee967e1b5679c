import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, type Listening } from '../../listen.ts'
import type { PlateWatch } from '../watch-plates.ts'

const MAX_BODY = 10 * 1024 * 1024
const MAX_CONNECTIONS = 50
const PATH = /^\/plates\/(\d{1,2})$/

/**
 * Where plate cameras post their events: `http://agent:port/plates/<post>`, from the camera's own address only. A passage is
 * in the outbox on disk before the answer, which is 200 whatever came, because cameras differ in resending (devices.md 5.1).
 */
export function takePosts(
  at: { port: number; host: string },
  watchOf: (post: number) => PlateWatch | undefined,
): Promise<Listening> {
  const server = createServer((request, response) => void take(request, response, watchOf))
  return listen(server, at, MAX_CONNECTIONS)
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  watchOf: (post: number) => PlateWatch | undefined,
): Promise<void> {
  const post = PATH.exec(request.url ?? '')?.[1]
  const watch = post === undefined ? undefined : watchOf(Number(post))
  if (!watch?.posted || request.method !== 'POST') return void response.writeHead(404).end()
  const from = request.socket.remoteAddress ?? ''
  try {
    const body = await bodyOf(request)
    const { 'content-type': type } = request.headers
    if (!watch.posted(type, body, from)) return void response.writeHead(404).end()
  } catch (error) {
    console.error('A plate camera posted what cannot be read', error)
  }
  response.writeHead(200).end()
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BODY) throw new Error('Post over 10 MB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
