import type { Duplex } from 'node:stream'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { Refusal } from '#http/refusal.ts'

type ParserError = Error & { code?: string }

/**
 * Bytes that are no request reach no route: Node's parser tells of them and the connection ends. Answered with the
 * same headers and in the same words as any other refusal (security.md 8.2), and never twice.
 */
export function answerUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: ParserError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answerTo(error.code, headers))
    socket.destroy(error)
  }
}

function answerTo(code: string | undefined, headers: Readonly<Record<string, string>>): string {
  const [status, refusal] = statusOf(code)
  const { message } = new Refusal(refusal)
  const body = JSON.stringify({ code: refusal, message })
  const all = {
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n')
}

function statusOf(code: string | undefined): [string, RefusalCode] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return ['431 Request Header Fields Too Large', 'common.too-large']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'common.too-slow']
  return ['400 Bad Request', 'common.validation']
}
