import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer before it is written; `text` instead of `body` when the bytes are broken on purpose, `bytes` when they are a file. */
export type Answer = {
  status: number
  headers?: Record<string, string>
  body?: unknown
  text?: string
  bytes?: Uint8Array
}

/** The request's text, or null when it is longer than the limit (64 KB: no call of this peer needs more). */
export async function readText(request: IncomingMessage, limit = 65_536): Promise<string | null> {
  return (await readBytes(request, limit))?.toString('utf8') ?? null
}

/** The request's bytes, or null when there are more than the limit. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= limit) parts.push(part)
  }
  return size > limit ? null : Buffer.concat(parts)
}

/** The parsed JSON, or undefined when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes the answer unless the other side has gone. */
export function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.writableEnded) return
  const text =
    answer.bytes ?? answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...answer.headers,
  })
  response.end(text)
}

/** Starts listening and answers with the address as an origin, e.g. `http://127.0.0.1:40123`. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  return `http://${host}:${(server.address() as AddressInfo).port}`
}
