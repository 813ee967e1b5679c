import { request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { hostOf, openConnection } from './open-connection.ts'
import { isListed, outsideAddress, type AddressRefusal, type Resolve } from './outside-address.ts'

/** Why no answer came; `inside` is an address of this machine or its network. */
export type PostFailure = AddressRefusal | 'connect' | 'tls' | 'timeout' | 'broken'

/** What a stranger's server answered, its body cut; or why it did not answer. */
export type PostAnswer =
  | { readonly status: number; readonly text: string; readonly retryAfter: number | undefined }
  | { readonly failed: PostFailure }

export interface PostHow {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly deadlineMs: number
  /** Bytes of the answer that are read; the connection ends there. */
  readonly maxAnswer: number
  readonly allowLoopback: boolean
  readonly resolve: Resolve
  /** The hosts that may be called; undefined: any. */
  readonly hosts: readonly string[] | undefined
}

/**
 * One POST to an address that a stranger named: the name is resolved here, the address is checked and the connection goes to that
 * very address. No redirects, no proxy, no cookies, no repeats; the deadline covers everything from the name on.
 */
export async function postOutside(address: string, how: PostHow): Promise<PostAnswer> {
  const url = new URL(address)
  if (!isListed(how.hosts, hostOf(url))) return { failed: 'unlisted' }
  const signal = AbortSignal.timeout(how.deadlineMs)
  const found = await Promise.race([outsideAddress(hostOf(url), how), untilAborted(signal)])
  if (found === undefined) return { failed: 'timeout' }
  if ('refused' in found) return { failed: found.refused }
  let socket: Socket
  try {
    socket = await openConnection(url, signal, { address: found.address })
  } catch (error) {
    return { failed: failureOfConnection(error) }
  }
  try {
    return await exchange(socket, url, how, signal)
  } catch {
    return { failed: signal.aborted ? 'timeout' : 'broken' }
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

// Room for a few interim answers before the answer's own head, which the parser bounds by itself.
const MAX_BEFORE_ANSWER = 64 * 1024

async function exchange(
  socket: Socket,
  url: URL,
  { headers, body, maxAnswer }: PostHow,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const sent = request({
    method: 'POST',
    host: url.hostname,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      connection: 'close',
      ...headers,
      'content-length': Buffer.byteLength(body),
    },
    createConnection: () => socket,
    signal,
  })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    let isAnswered = false
    let before = 0
    sent.on('response', (response: IncomingMessage) => {
      isAnswered = true
      resolve(response)
    })
    // Interim answers (1xx) and empty lines may follow each other without end: reading them would cost a core until the deadline.
    sent.on('socket', (open) =>
      open.on('data', (chunk: Buffer) => {
        before += chunk.byteLength
        if (!isAnswered && before > MAX_BEFORE_ANSWER) open.destroy()
      }),
    )
    // Also after the answer: what fails then changes nothing any more.
    sent.on('error', reject)
    sent.on('close', () => reject(new Error('closed without an answer')))
    sent.end(body)
  })
  const after = Number(answer.headers['retry-after'] ?? Number.NaN)
  return {
    status: answer.statusCode!,
    text: await readBeginning(answer, maxAnswer),
    retryAfter: Number.isFinite(after) && after > 0 ? after : undefined,
  }
}

/** The status has decided already, so a body that breaks or hangs is only shorter. */
async function readBeginning(answer: IncomingMessage, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size >= most) break
    }
  } catch {
    // As much as came.
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

function failureOfConnection(error: unknown): PostFailure {
  const { code = '' } = error as { code?: string }
  if (code === 'CONNECT_TIMEOUT') return 'timeout'
  return /CERT|SIGNED|SSL|TLS|UNABLE_TO_|EPROTO|ISSUER|CHAIN/.test(code) ? 'tls' : 'connect'
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
