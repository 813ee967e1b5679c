import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { currentTraceparent, inSpan } from '../../../trace/spans.ts'
import type { ReadAnswer } from './provider.ts'
import { openConnection, type ClientCertificate } from '../../../outbound/open-connection.ts'

/** The bank's answer, or why there is none: `not_sent` is proven, everything doubtful is `ambiguous`. */
export type Reply =
  | {
      readonly status: number
      readonly body: unknown
      /** The same before it was read as JSON. */
      readonly text: string
      /** True when not a byte of a body came. */
      readonly isEmpty: boolean
      readonly retryAfter: number | undefined
    }
  | { readonly failed: 'not_sent' | 'ambiguous'; readonly why: string }

// The provider may hold a connection for 30 s before it answers 500, so less would lose answers (payments.md 4.1).
const DEADLINE_MS = 35_000
const MAX_BYTES = 1_048_576
interface BankRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** What the caller proves its name with, to a bank that asks for it (mutual TLS). */
  readonly certificate?: ClientCertificate
  /** Of a question that takes several calls: all of them end with it. */
  readonly until?: AbortSignal
  /** Of an answer, when it may be longer than those of payments. */
  readonly mostBytes?: number
}

/**
 * One HTTP call on a connection of its own: no redirects, no repeats, no proxy, at most 35 s and 1 MB. `not_sent` follows from
 * the phase and never from an error code: most codes occur before the bytes are sent as well as after (decisions/0027).
 */
export async function bankCall(address: string, request: BankRequest): Promise<Reply> {
  const url = new URL(address)
  const about = { name: `bank ${request.method}`, kind: 'client' } as const
  const attributes = { 'server.address': url.hostname }
  return inSpan({ ...about, attributes }, () => callOnce(url, request), hasNoAnswer)
}

const hasNoAnswer = (reply: Reply) => 'failed' in reply || reply.status >= 500

async function callOnce(url: URL, request: BankRequest): Promise<Reply> {
  const deadline = bankDeadline()
  const signal = request.until ? AbortSignal.any([deadline, request.until]) : deadline
  let socket: Socket
  try {
    socket = await openConnection(url, signal, { certificate: request.certificate })
  } catch (error) {
    return { failed: 'not_sent', why: codeOf(error) }
  }
  try {
    return await exchange(socket, url, request, signal)
  } catch (error) {
    return { failed: 'ambiguous', why: codeOf(error) }
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

/** When a question to a bank must be over. */
export function bankDeadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS)
}

async function exchange(
  socket: Socket,
  url: URL,
  { method, headers, body, mostBytes = MAX_BYTES }: BankRequest,
  signal: AbortSignal,
): Promise<Reply> {
  const traceparent = currentTraceparent()
  const sent = request({
    method,
    host: url.hostname,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      connection: 'close',
      ...(traceparent && { traceparent }),
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    createConnection: () => socket,
    signal,
  })
  // What fails after the answer was read changes nothing any more.
  sent.on('error', () => undefined)
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await readBounded(answer, mostBytes)
  const after = Number(answer.headers['retry-after'] ?? Number.NaN)
  return {
    status: answer.statusCode!,
    body: parseJson(text),
    text,
    isEmpty: text === '',
    // payments.md 3.4: a bank is not waited for longer than ten minutes.
    retryAfter: Number.isFinite(after) ? Math.min(Math.max(after, 1), 600) : undefined,
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? 'unknown'
}

async function readBounded(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Error('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A call that brought no answer at all. */
export function noAnswer(failed: 'not_sent' | 'ambiguous', why: string): ReadAnswer {
  return { outcome: failed, payouts: [], errorCode: why.slice(0, 60) }
}
